import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { nodesOf } from './otherNodes';

const TRIGGER = /\.rewardsEngagement(Poll)?Trigger$/;
const NODE = /\.rewardsEngagement$/;
const CALLED = /\.executeWorkflowTrigger$/;

/** Whether a node gives events: a trigger, or one that verifies events which came another way. */
function givesEvents({ type, parameters }: ReturnType<typeof nodesOf>[number]): boolean {
	return TRIGGER.test(type) || (NODE.test(type) && parameters?.resource === 'event');
}

/** The event that the execution is about, a retry of it included: of this package's triggers, or verified in it. */
export class EventSource {
	/** The node that gave events, as an expression, and its only event where it gave one; `false` when none ran. */
	private found?: { node: string; only?: unknown } | false;

	private isCalled?: boolean;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * The id of the event, for an item; nothing when no event started the execution, and in a test run.
	 *
	 * Where the trigger gave several events, it is the one that the item comes from. An item whose origin n8n cannot tell
	 * stands for all of them.
	 */
	of(itemIndex: number): string | undefined {
		this.found ??= this.find(itemIndex) ?? false;
		if (!this.found) return undefined;
		const { node, only } = this.found;
		const eventId = only ?? this.itsOwn(node, itemIndex);
		return typeof eventId === 'string' && eventId !== '' ? eventId : undefined;
	}

	/** Whether another workflow called this one, whose event is out of reach: n8n hands over items alone. */
	get mayBeHidden(): boolean {
		this.isCalled ??= this.wasCalled();
		return this.isCalled;
	}

	private wasCalled(): boolean {
		const mode = this.context.getMode();
		if (mode !== 'retry') return mode === 'integrated';
		const triggers = nodesOf(this.context).filter(({ type }) => CALLED.test(type));
		return triggers.some(({ name }) => this.ask(`$(${JSON.stringify(name)}).isExecuted`, 0) === true);
	}

	private find(itemIndex: number): { node: string; only?: unknown } | undefined {
		if (this.context.getMode() === 'manual') return undefined;
		for (const { name } of nodesOf(this.context).filter(givesEvents)) {
			const node = `$(${JSON.stringify(name)})`;
			const count = this.ask(`${node}.isExecuted ? ${node}.all().length : 0`, itemIndex);
			if (count === 1) return { node, only: this.ask(`${node}.first().json.eventId`, itemIndex) ?? '' };
			if (typeof count === 'number' && count > 1) return { node };
		}
		return undefined;
	}

	private itsOwn(node: string, itemIndex: number): unknown {
		try {
			const eventId = this.ask(`${node}.item.json.eventId`, itemIndex);
			if (typeof eventId === 'string') return eventId;
		} catch {
			// n8n cannot tell where the item comes from.
		}
		const all = this.ask(
			`${node}.all().map((item) => String(item.json.eventId)).sort().join(' ')`,
			itemIndex,
		);
		return typeof all === 'string' ? createHash('sha256').update(all).digest('hex').slice(0, 24) : undefined;
	}

	private ask(expression: string, itemIndex: number): unknown {
		return this.context.evaluateExpression(`{{ ${expression} }}`, itemIndex);
	}
}
