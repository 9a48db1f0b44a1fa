import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import type { ApiRequest } from '../api/request';
import { InvalidParameter } from '../errors/invalidParameter';

const TRIGGER = /\.rewardsEngagementTrigger$/;

/**
 * Makes the keys of a run's items when the user gives none: the id of the event that started the run, with a
 * fingerprint of the request. Items with the very same request are told apart by their number among themselves, which
 * is the same in every run of the event.
 */
export class AutomaticKeys {
	private readonly counts = new Map<string, number>();

	/** The same for all items of a run. */
	private event?: string;

	constructor(private readonly context: IExecuteFunctions) {}

	/** @throws {InvalidParameter} when no event of this package's trigger started the run */
	keyOf(request: ApiRequest, itemIndex: number): string {
		const content = JSON.stringify([request.method, request.path, request.query, request.body]);
		const fingerprint = createHash('sha256').update(content).digest('hex').slice(0, 16);
		this.event ??= this.eventId(itemIndex);
		const words = `${this.event} ${fingerprint}`;
		const count = (this.counts.get(words) ?? 0) + 1;
		this.counts.set(words, count);
		return count === 1 ? words : `${words} #${count}`;
	}

	/** The trigger gives one item a run, so its first item is the event whatever became of the items on the way. */
	private eventId(itemIndex: number): string {
		for (const { name, type } of this.context.getParentNodes(this.context.getNode().name)) {
			if (!TRIGGER.test(type)) continue;
			const node = `$(${JSON.stringify(name)})`;
			const expression = `{{ ${node}.isExecuted ? ${node}.first().json.eventId : '' }}`;
			const eventId = this.context.evaluateExpression(expression, itemIndex);
			if (typeof eventId === 'string' && eventId !== '') return eventId;
		}
		throw new InvalidParameter(
			'"Once per Key" is empty, and no event started this run from which a key could be made',
			'Enter a key that is the same whenever the same thing is to be done, such as an order number. Nothing was sent.',
		);
	}
}
