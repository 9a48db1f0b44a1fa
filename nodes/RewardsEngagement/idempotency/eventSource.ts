import { createHash } from 'node:crypto';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { goneNodesOf, nodesOf } from '../host/otherNodes';

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
	/** By the nodes that lead to this one; of all where none does, as for an agent's tool. */
	private given?: readonly Given[];

	/** A node without which no event can be told. */
	private gone?: string;

	private isCalled?: boolean;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * The event of an item; nothing when no event started the execution, when the item comes from what is none (an item
	 * that failed to be verified), and in a test run.
	 *
	 * Where several events were given, it is the one that the item comes from. An item whose origin n8n cannot tell stands
	 * for all of them.
	 *
	 * @throws {InvalidParameter} in a retry with a changed workflow, where it can be told no more
	 */
	of(itemIndex: number): ItemEvent | undefined {
		this.given ??= this.find();
		if (this.gone !== undefined) throw isChanged(this.gone);
		const [{ only } = {}, ...others] = this.given;
		if (only && others.length === 0) return only;
		const origins = this.given.flatMap((given) => {
			const origin = this.originOf(given.node, itemIndex);
			return origin ? [{ ...given, event: given.events.get(origin) }] : [];
		});
		if (origins.length === 0)
			return allOf(this.nearestOf(this.given).flatMap(({ events }) => [...events.values()]));
		return together(this.nearestOf(origins.filter(({ event }) => event)).flatMap(({ event }) => event ?? []));
	}

	/** Whether this is a test execution of a workflow that events start: none counts there. */
	get isLeftOut(): boolean {
		return this.context.getMode() === 'manual' && nodesOf(this.context).some(givesEvents);
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

	private find(): readonly Given[] {
		const mode = this.context.getMode();
		if (mode === 'manual') return [];
		const all = nodesOf(this.context)
			.filter(givesEvents)
			.flatMap((node) => this.givenBy(node) ?? []);
		if (mode === 'retry') this.gone = this.goneFrom(all);
		if (all.length < 2) return all;
		const before = this.before(this.context.getNode().name);
		const leading = all.filter(({ node }) => before.has(node));
		return leading.length > 0 ? leading : all;
	}

	/** A node that the workflow has no more, where what was sent for an event would be sent again, for another or for none. */
	private goneFrom(given: readonly Given[]): string | undefined {
		const gone = [...goneNodesOf(this.context)];
		const [first] = gone;
		const [{ only } = {}, ...others] = given;
		const ofAnother = gone.find(([, items]) =>
			items.some(({ json }) => isEventId(json.eventId) && json.eventId !== only?.id),
		);
		const isSure = given.length === 0 || (only !== undefined && others.length === 0);
		return (ofAnother ?? (isSure ? undefined : first))?.[0];
	}

	private givenBy({ name, disabled = false }: ReturnType<typeof nodesOf>[number]): Given | undefined {
		const output = this.output(name);
		if (!output.isExecuted) return undefined;
		const runs = runsOf(output);
		const events = eventsOf(runs);
		const hasFailed = runs.some((_items, run) => itemsAt(output, FAILED, run)?.length);
		if (events.size === 0 && (disabled || !hasFailed)) return undefined;
		const [only] = events.values();
		return { node: name, events, only: runs.flat().length === 1 && !hasFailed ? only : undefined };
	}

	/** Without those whose items went on through another of them: that one says more. */
	private nearestOf<T extends Given>(given: readonly T[]): readonly T[] {
		if (given.length < 2) return given;
		const before = new Map(given.map(({ node }) => [node, this.before(node)]));
		const leads = (from: string, to: string) => before.get(to)?.has(from) === true;
		return given.filter(
			({ node }) => !given.some((other) => leads(node, other.node) && !leads(other.node, node)),
		);
	}

	/** The nodes that lead to a node. */
	private before(node: string): ReadonlySet<string> {
		return new Set(this.context.getParentNodes(node).map(({ name }) => name));
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
			if (!isEventId(id)) continue;
			events.set(item, { id, delivery: seen.has(id) ? `${run}.${index}` : '' });
			seen.add(id);
		}
	}
	return events;
}

function isEventId(id: unknown): id is string {
	return typeof id === 'string' && id !== '';
}

function isChanged(node: string): InvalidParameter {
	return new InvalidParameter(
		`The execution that is retried ran the node "${node}", which is not in the workflow any more`,
		'Without it nobody can tell which event this item is of, and so what was sent for it. Retry with the original workflow, or give the node its name back. Nothing was sent.',
	);
}

/** What an item stands for that comes from several events, as it does behind a merge. */
function together(events: readonly ItemEvent[]): ItemEvent | undefined {
	const [first, ...others] = events;
	if (!first || others.every(({ id }) => id === first.id)) return first;
	const delivery = events
		.map((event) => event.delivery)
		.join(' ')
		.trim();
	return { id: idOfAll(events), delivery };
}

function allOf(events: readonly ItemEvent[]): ItemEvent | undefined {
	return events.length === 0 ? undefined : { id: idOfAll(events), delivery: '' };
}

function idOfAll(events: readonly ItemEvent[]): string {
	const ids = [...new Set(events.map(({ id }) => id))].sort().join(' ');
	return createHash('sha256').update(ids).digest('hex').slice(0, 24);
}
