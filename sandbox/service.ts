import type { Attempt, Delivery } from './base/deliveries';
import type { RateLimit } from './base/rateLimit';
import type { LoggedRequest } from './base/requestLog';
import type { State } from './base/state';
import { Contract, type ContractViolation } from './contract/contract';
import { createControl, type Control } from './control/control';
import { ids } from './resources';
import { keys } from './resources/seed';
import { Address } from './server/address';
import { buildServer } from './server/server';
import { Sandbox } from './world/sandbox';

export interface ServiceOptions {
	/** Port on 127.0.0.1. By default 0, which takes any free port. */
	port?: number;
	/** Milliseconds before each retry of a delivery, at most five. By default 1 s, 5 s, 30 s, 2 min, 10 min. */
	retryDelays?: readonly number[];
	/** The timeout of a receiver in milliseconds, by default 30,000. */
	deliveryTimeout?: number;
	/** By default there is no limit, and no headers with the limit. */
	rateLimit?: RateLimit;
	/** Called after every request to the API. */
	onRequest?: (request: LoggedRequest) => void;
	/** Called after every delivery attempt. */
	onAttempt?: (delivery: Delivery, attempt: Attempt) => void;
}

export interface Service {
	/** Base URL of the API without a slash at the end, such as `http://127.0.0.1:4010`. */
	readonly baseUrl: string;
	/** Base URL of the consent page. */
	readonly appUrl: string;
	/** The realm of all keys except `otherRealm`. */
	readonly realmId: string;
	readonly keys: typeof keys;
	readonly ids: typeof ids;
	/** The present records. */
	readonly state: State;
	readonly control: Control;
	/** Any entry means that the service has a bug. */
	readonly contractViolations: readonly ContractViolation[];
	readonly requests: readonly LoggedRequest[];
	/** Leaves its base URL for one that it never had before. Responses under way still arrive. */
	move(): Promise<void>;
	/** Ends deliveries, waiting responses and the server. */
	stop(): Promise<void>;
}

const defaultRetryDelays = [1_000, 5_000, 30_000, 120_000, 600_000];

/**
 * Starts a sandbox service on 127.0.0.1 with a newly seeded state.
 *
 * @throws Error with the code EADDRINUSE when the port is taken
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { port = 0, retryDelays = defaultRetryDelays, deliveryTimeout = 30_000 } = options;
	const { rateLimit, onRequest, onAttempt } = options;
	const sandbox = new Sandbox(await Contract.load(), rateLimit, { retryDelays, deliveryTimeout, onAttempt });
	const app = buildServer(sandbox, onRequest);
	sandbox.baseUrl = await app.listen({ host: '127.0.0.1', port });
	const address = new Address(app.server);
	const { contractViolations, requests } = sandbox;
	return {
		get baseUrl() {
			return sandbox.baseUrl;
		},
		get appUrl() {
			return sandbox.baseUrl;
		},
		realmId: ids.realm,
		keys,
		ids,
		get state() {
			return sandbox.state;
		},
		control: createControl(sandbox),
		contractViolations,
		requests,
		move: async () => void (sandbox.baseUrl = await address.change()),
		stop: async () => {
			sandbox.stopping.abort();
			await Promise.all([sandbox.deliveries.stop(), app.close()]);
		},
	};
}
