import { Deliveries, type Delivery, type DeliveryOptions, type EventEnvelope } from '../base/deliveries';
import { RateLimiter, type RateLimit } from '../base/rateLimit';
import type { LoggedRequest } from '../base/requestLog';
import type { Realm, State } from '../base/state';
import { createStop } from '../base/stopping';
import type { World } from '../base/world';
import type { Contract, ContractViolation } from '../contract/contract';
import { Faults } from '../faults/faults';
import { seed } from '../resources/seed';

/** The parts of a running service. Routes and control functions work on it. */
export class Sandbox implements World {
	readonly faults: Faults;

	readonly deliveries: Deliveries;

	readonly requests: LoggedRequest[] = [];

	readonly contractViolations: ContractViolation[] = [];

	/** Aborts when the service stops, so that nothing keeps waiting. */
	readonly stopping = createStop();

	state: State = seed();

	limiter: RateLimiter | undefined;

	/** Set when the service listens. */
	baseUrl = '';

	constructor(
		readonly contract: Contract,
		private readonly initialRateLimit: RateLimit | undefined,
		deliveryOptions: DeliveryOptions,
	) {
		this.faults = new Faults(contract.operations);
		this.deliveries = new Deliveries(deliveryOptions, (webhookId) =>
			[...this.state.realms.values()].some((realm) => realm.webhooks.get(webhookId)?.active),
		);
		this.setRateLimit(initialRateLimit);
	}

	/** Sets the rate limit and restarts the count. Undefined switches it off. */
	setRateLimit(rate: RateLimit | undefined): void {
		this.limiter = rate && new RateLimiter(rate);
	}

	/** Delivers an event of any type to every active hook of the realm that listens to its type. */
	emit(realm: Realm, type: string, data: Record<string, unknown>): Delivery[] {
		const event: EventEnvelope = { type, timestamp: new Date().toISOString(), realmId: realm.id, data };
		return [...realm.webhooks.values()]
			.filter((hook) => hook.active && hook.events.includes(type))
			.map((hook) => this.deliveries.send(hook, event));
	}

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

	/** Restores the seeded state and removes faults, deliveries and logs. Violations stay on record. */
	async reset(): Promise<void> {
		await this.deliveries.reset();
		this.state = seed();
		this.faults.clear();
		this.requests.length = 0;
		this.setRateLimit(this.initialRateLimit);
	}
}
