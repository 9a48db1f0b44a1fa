import { createHash } from 'node:crypto';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { nodesOf } from './otherNodes';

const TRIGGER = /\.rewardsEngagement(Poll)?Trigger$/;
const NODE = /\.rewardsEngagement$/;
const CALLED = /\.executeWorkflowTrigger$/;

/** The output of a node that events are given at; what failed may be at the next. */
const EVENTS = 0;
const FAILED = 1;

/** Runs of a node in a row that n8n has no items of, before it is taken for the end of them. */
const MAX_FAILED_RUNS = 100;

/** The event that an item comes from. */
export interface ItemEvent {
	/** The same whenever the service sends the event. */
	id: string;
	/**
	 * Which of the deliveries of the event in this execution it is, where there are several; empty for the first. Each
	 * starts the same things, so what the first has done the others do not do again.
	 */
	delivery: string;
}

/** What n8n's expressions reach of a node: `$('Name')` (n8n-workflow, workflow-data-proxy.ts). */
interface NodeOutput {
	isExecuted: boolean;
	item?: INodeExecutionData;
	all: (output: number, run: number) => INodeExecutionData[] | null;
}

/** What a node gave in this execution. */
interface Given {
	node: string;
	/** By the item that n8n keeps. */
	events: Map<object, ItemEvent>;
	/** The event of every item, where there can be no other. */
	only?: ItemEvent;
}

/** Whether a node gives events: a trigger, or one that verifies events which came another way. */
function givesEvents({ type, parameters }: ReturnType<typeof nodesOf>[number]): boolean {
	return TRIGGER.test(type) || (NODE.test(type) && parameters?.resource === 'event');
}

/** The event that the execution is about, a retry of it included: of this package's triggers, or verified in it. */
export class EventSource {
	/** `false` when no node gave events. */
	private given?: Given | false;

	private isCalled?: boolean;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * The event of an item; nothing when no event started the execution, when the item comes from what is none (an item
	 * that failed to be verified), and in a test run.
	 *
	 * Where several events were given, it is the one that the item comes from. An item whose origin n8n cannot tell stands
	 * for all of them.
	 */
	of(itemIndex: number): ItemEvent | undefined {
		this.given ??= this.find() ?? false;
		if (!this.given) return undefined;
		const { node, events, only } = this.given;
		if (only) return only;
		const origin = this.originOf(node, itemIndex);
		return origin ? events.get(origin) : allOf(events);
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
		return triggers.some(({ name }) => this.output(name).isExecuted);
	}

	private find(): Given | undefined {
		if (this.context.getMode() === 'manual') return undefined;
		for (const { name } of nodesOf(this.context).filter(givesEvents)) {
			const output = this.output(name);
			if (!output.isExecuted) continue;
			const runs = runsOf(output);
			const events = eventsOf(runs);
			if (events.size === 0) continue;
			const [only] = events.values();
			const isOnly =
				runs.flat().length === 1 && runs.every((_items, run) => !itemsAt(output, FAILED, run)?.length);
			return { node: name, events, only: isOnly ? only : undefined };
		}
		return undefined;
	}

	/** The very item of a node that an item comes from, where n8n can tell. */
	private originOf(node: string, itemIndex: number): object | undefined {
		try {
			return this.output(node, itemIndex).item;
		} catch {
			return undefined;
		}
	}

	private output(node: string, itemIndex = 0): NodeOutput {
		const { $ } = this.context.getWorkflowDataProxy(itemIndex) as {
			$: (name: string, isWholeItem: boolean) => NodeOutput;
		};
		return $(node, true);
	}
}

/** The items of each run of a node, at its output for events. */
function runsOf(output: NodeOutput): INodeExecutionData[][] {
	const runs: INodeExecutionData[][] = [];
	for (let failed = 0; failed < MAX_FAILED_RUNS;) {
		const found = itemsAt(output, EVENTS, runs.length);
		if (found === 'no such run') break;
		failed = found ? 0 : failed + 1;
		runs.push(found ?? []);
	}
	return runs;
}

function itemsAt(
	output: NodeOutput,
	branch: number,
	run: number,
): INodeExecutionData[] | 'no such run' | undefined {
	try {
		return output.all(branch, run) ?? undefined;
	} catch (error) {
		const isNone = error instanceof Error && /^Run \d+ of node .* not found/s.test(error.message);
		return isNone ? 'no such run' : undefined;
	}
}

function eventsOf(runs: readonly INodeExecutionData[][]): Map<object, ItemEvent> {
	const events = new Map<object, ItemEvent>();
	const seen = new Set<string>();
	for (const [run, items] of runs.entries()) {
		for (const [index, item] of items.entries()) {
			const { eventId: id } = item.json;
			if (typeof id !== 'string' || id === '') continue;
			events.set(item, { id, delivery: seen.has(id) ? `${run}.${index}` : '' });
			seen.add(id);
		}
	}
	return events;
}

function allOf(events: ReadonlyMap<object, ItemEvent>): ItemEvent {
	const ids = [...new Set([...events.values()].map(({ id }) => id))].sort().join(' ');
	return { id: createHash('sha256').update(ids).digest('hex').slice(0, 24), delivery: '' };
}
