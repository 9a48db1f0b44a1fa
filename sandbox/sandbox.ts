import { Contract, type ContractViolation } from './contract';
import {
	Deliveries,
	type Delivery,
	type DeliveryOptions,
	type EventEnvelope,
} from './resources/webhook/deliveries';
import { Faults } from './faults/faults';
import { RateLimiter, type RateLimit } from './rateLimit';
import type { LoggedRequest } from './requestLog';
import { seed } from './seed';
import type { Realm, State } from './state';
import { createStop } from './stopping';

/** What a running service consists of; routes and the control functions work on it. */
export class Sandbox {
	readonly contract = Contract.load();

	readonly faults = new Faults(this.contract.operations);

	readonly deliveries: Deliveries;

	readonly requests: LoggedRequest[] = [];

	readonly contractViolations: ContractViolation[] = [];

	/** Aborted when the service stops, so that nothing keeps waiting. */
	readonly stopping = createStop();

	state: State = seed();

	limiter: RateLimiter | undefined;

	/** Known once the service listens. */
	baseUrl = '';

	constructor(
		private readonly initialRateLimit: RateLimit | undefined,
		deliveryOptions: DeliveryOptions,
	) {
		this.deliveries = new Deliveries(deliveryOptions, (webhookId) =>
			[...this.state.realms.values()].some((realm) => realm.webhooks.get(webhookId)?.active),
		);
		this.setRateLimit(initialRateLimit);
	}

	/** Sets the rate limit and starts counting afresh; undefined switches it off. */
	setRateLimit(rate: RateLimit | undefined): void {
		this.limiter = rate && new RateLimiter(rate);
	}

	/** Delivers an event to every active hook of the realm that listens to its type. */
	emit(realm: Realm, type: string, data: Record<string, unknown>): Delivery[] {
		const event: EventEnvelope = { type, timestamp: new Date().toISOString(), realmId: realm.id, data };
		return [...realm.webhooks.values()]
			.filter((hook) => hook.active && hook.events.includes(type))
			.map((hook) => this.deliveries.send(hook, event));
	}

	/** Like `emit`, for events the service makes itself: one that does not fit the document is a violation. */
	emitOwn(realm: Realm, type: string, data: Record<string, unknown>): Delivery[] {
		const timestamp = new Date().toISOString();
		const event = { type, timestamp, realmId: realm.id, data };
		const problem = this.contract.checkEvent(event);
		if (problem) this.violate(type, problem);
		return this.emit(realm, type, data);
	}

	/** Records that the service broke its own document. */
	violate(where: string, problem: string): void {
		this.contractViolations.push({ at: new Date().toISOString(), where, problem });
		console.error(`Contract violation in ${where}: ${problem}`);
	}

	/** Back to the seeded state, without faults, deliveries and logs. Violations stay on record. */
	async reset(): Promise<void> {
		await this.deliveries.reset();
		this.state = seed();
		this.faults.clear();
		this.requests.length = 0;
		this.setRateLimit(this.initialRateLimit);
	}
}
