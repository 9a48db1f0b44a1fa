import type { Attempt, Delivery } from './base/deliveries';
import type { RateLimit } from './base/rateLimit';
import type { LoggedRequest } from './base/requestLog';
import type { State } from './base/state';
import { Contract, type ContractViolation } from './contract/contract';
import { createControl, type Control } from './control/control';
import { ids } from './resources';
import { keys } from './resources/seed';
import { buildServer } from './server/server';
import { Sandbox } from './world/sandbox';

export interface ServiceOptions {
	/** Port on 127.0.0.1; 0, the default, takes any free one. */
	port?: number;
	/** Milliseconds before each retry of a delivery, at most five; default 1 s, 5 s, 30 s, 2 min, 10 min. */
	retryDelays?: readonly number[];
	/** Milliseconds a receiver has to answer; default 30,000. */
	deliveryTimeout?: number;
	/** Default: no limit and no limit headers. */
	rateLimit?: RateLimit;
	/** Told about every request of the API once it is over. */
	onRequest?: (request: LoggedRequest) => void;
	/** Told about every delivery attempt. */
	onAttempt?: (delivery: Delivery, attempt: Attempt) => void;
}

export interface Service {
	/** Address of the API without a slash at the end, e.g. `http://127.0.0.1:4010`. */
	readonly baseUrl: string;
	/** Address of the consent page's host. */
	readonly appUrl: string;
	/** The realm all keys but `otherRealm` belong to. */
	readonly realmId: string;
	readonly keys: typeof keys;
	readonly ids: typeof ids;
	/** The records as they are now. */
	readonly state: State;
	readonly control: Control;
	/** Empty, or the service has a bug. */
	readonly contractViolations: readonly ContractViolation[];
	readonly requests: readonly LoggedRequest[];
	/** Ends deliveries, waiting answers and the server. */
	stop(): Promise<void>;
}

const defaultRetryDelays = [1_000, 5_000, 30_000, 120_000, 600_000];

/**
 * Starts a sandbox service on 127.0.0.1 with a freshly seeded state.
 * @throws with code EADDRINUSE when the port is taken
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { port = 0, retryDelays = defaultRetryDelays, deliveryTimeout = 30_000 } = options;
	const { rateLimit, onRequest, onAttempt } = options;
	const sandbox = new Sandbox(await Contract.load(), rateLimit, { retryDelays, deliveryTimeout, onAttempt });
	const app = buildServer(sandbox, onRequest);
	sandbox.baseUrl = await app.listen({ host: '127.0.0.1', port });
	const { baseUrl, contractViolations, requests } = sandbox;
	return {
		baseUrl,
		appUrl: baseUrl,
		realmId: ids.realm,
		keys,
		ids,
		get state() {
			return sandbox.state;
		},
		control: createControl(sandbox),
		contractViolations,
		requests,
		stop: async () => {
			sandbox.stopping.abort();
			await Promise.all([sandbox.deliveries.stop(), app.close()]);
		},
	};
}
