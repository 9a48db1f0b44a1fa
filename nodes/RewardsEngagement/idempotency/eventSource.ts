import { createHash } from 'node:crypto';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { goneNodesOf, nodesOf } from '../host/otherNodes';

const TRIGGER = /\.rewardsEngagement(Poll)?Trigger$/;
const NODE = /\.rewardsEngagement$/;
const CALLED = /\.executeWorkflowTrigger$/;

/** Outputs of a node: the events, and what failed to be verified. */
const [EVENTS, FAILED] = [0, 1];

/** Runs in a row that n8n has no items of, after which there are no more. */
const MAX_FAILED_RUNS = 100;

/** The event that an item comes from. */
export interface ItemEvent {
	/** The same whenever the service sends the event. */
	id: string;
	/** Empty for the first delivery of the event in this execution. The others do not do again what the first has done. */
	delivery: string;
}

/** What n8n's expressions reach of a node: `$('Name')` (n8n-workflow, workflow-data-proxy.ts). */
interface NodeOutput {
	isExecuted: boolean;
	item?: INodeExecutionData;
	all: (output: number, run: number) => Items | null;
}

type Items = INodeExecutionData[];

type AnyNode = ReturnType<typeof nodesOf>[number];

/** A node that gave events, or items that failed to be verified. */
interface Source {
	name: string;
	/** The nodes that lead to it. */
	before: ReadonlySet<string>;
	/** By the item that n8n keeps. */
	events: ReadonlyMap<object, ItemEvent>;
	/** The event of every item, where there can be no other. */
	only?: ItemEvent;
}

/** What is the same for all items. */
interface Found {
	/** Those that lead to this node. Where none does, as for an agent's tool, all. */
	sources: readonly Source[];
	/** A node that is gone, without which no event can be told. */
	gone?: string;
}

/** The event that started the execution, or was verified in it. A retry has the same. */
export class EventSource {
	private found?: Found;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * The event that an item comes from. An item whose origin n8n cannot tell stands for all events of the execution.
	 *
	 * @returns nothing when no event started the execution, when the item failed to be verified, and in a test run
	 * @throws {InvalidParameter} in a retry whose changed workflow no longer tells the event
	 */
	of(itemIndex: number): ItemEvent | undefined {
		this.found ??= this.find();
		const { sources, gone } = this.found;
		if (gone !== undefined) throw isChanged(gone);
		const only = onlyEventOf(sources);
		if (only) return only;
		const origins = sources.flatMap((source) => {
			const item = this.originIn(source, itemIndex);
			return item ? [{ ...source, own: source.events.get(item) }] : [];
		});
		if (origins.length === 0) return allOf(nearestOf(sources));
		return together(nearestOf(origins.filter(({ own }) => own)).map(({ own }) => own as ItemEvent));
	}

	/** Whether this is a test execution of a workflow that events start. Events do not count there. */
	get isLeftOut(): boolean {
		return this.context.getMode() === 'manual' && nodesOf(this.context).some(givesEvents);
	}

	/** Whether another workflow called this one. Its event is out of reach, because n8n hands over items alone. */
	get mayBeHidden(): boolean {
		const mode = this.context.getMode();
		if (mode !== 'retry') return mode === 'integrated';
		return nodesOf(this.context).some(({ name, type }) => CALLED.test(type) && this.output(name).isExecuted);
	}

	private find(): Found {
		const mode = this.context.getMode();
		if (mode === 'manual') return { sources: [] };
		const all = nodesOf(this.context)
			.filter(givesEvents)
			.flatMap((node) => this.sourceOf(node) ?? []);
		const gone = mode === 'retry' ? this.goneFrom(all) : undefined;
		const before = this.before(this.context.getNode().name);
		const leading = all.filter(({ name }) => before.has(name));
		return { sources: leading.length > 0 ? leading : all, gone };
	}

	/** A node that the workflow has lost since, where the events that are left may not be all that there were. */
	private goneFrom(sources: readonly Source[]): string | undefined {
		const gone = [...goneNodesOf(this.context)];
		const only = onlyEventOf(sources);
		const ofAnother = gone.find(([, items]) =>
			items.some(({ json }) => isEventId(json.eventId) && json.eventId !== only?.id),
		);
		const isSure = sources.length === 0 || only !== undefined;
		return (ofAnother ?? (isSure ? undefined : gone[0]))?.[0];
	}

	private sourceOf({ name, disabled = false }: AnyNode): Source | undefined {
		const output = this.output(name);
		if (!output.isExecuted) return undefined;
		const runs = runsOf(output);
		const events = eventsOf(runs);
		const hasFailed = runs.some((_items, run) => itemsAt(output, FAILED, run)?.length);
		if (events.size === 0 && (disabled || !hasFailed)) return undefined;
		const [first] = events.values();
		const only = runs.flat().length === 1 && !hasFailed ? first : undefined;
		return { name, before: this.before(name), events, only };
	}

	private before(node: string): ReadonlySet<string> {
		return new Set(this.context.getParentNodes(node).map(({ name }) => name));
	}

	/** The very item of a node that an item comes from, where n8n can tell. */
	private originIn({ name }: Source, itemIndex: number): object | undefined {
		try {
			return this.output(name, itemIndex).item;
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

/** Whether a node is a trigger, or verifies events that came another way. */
function givesEvents({ type, parameters }: AnyNode): boolean {
	return TRIGGER.test(type) || (NODE.test(type) && parameters?.resource === 'event');
}

function onlyEventOf([first, ...others]: readonly Source[]): ItemEvent | undefined {
	return others.length === 0 ? first?.only : undefined;
}

/** Leaves out a source that leads to another one, which says more. */
function nearestOf<S extends Source>(sources: readonly S[]): readonly S[] {
	const leads = (from: Source, to: Source) => to.before.has(from.name);
	return sources.filter((one) => !sources.some((other) => leads(one, other) && !leads(other, one)));
}

/** The items of each run of a node, at its output for events. */
function runsOf(output: NodeOutput): Items[] {
	const runs: Items[] = [];
	for (let failed = 0; failed < MAX_FAILED_RUNS;) {
		const items = itemsAt(output, EVENTS, runs.length);
		if (items === 'no such run') break;
		failed = items ? 0 : failed + 1;
		runs.push(items ?? []);
	}
	return runs;
}

function itemsAt(output: NodeOutput, branch: number, run: number): Items | 'no such run' | undefined {
	try {
		return output.all(branch, run) ?? undefined;
	} catch (error) {
		const isNone = error instanceof Error && /^Run \d+ of node .* not found/s.test(error.message);
		return isNone ? 'no such run' : undefined;
	}
}

function eventsOf(runs: readonly Items[]): Map<object, ItemEvent> {
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

const isEventId = (id: unknown): id is string => typeof id === 'string' && id !== '';

/** For an item that comes from several events, as it does behind a merge. */
function together(events: readonly ItemEvent[]): ItemEvent | undefined {
	const [first] = events;
	if (events.every(({ id }) => id === first?.id)) return first;
	const deliveries = events.map(({ delivery }) => delivery).join(' ');
	return { id: idOfAll(events), delivery: deliveries.trim() };
}

/** For an item that may come from any of them. */
function allOf(sources: readonly Source[]): ItemEvent | undefined {
	const events = sources.flatMap((source) => [...source.events.values()]);
	return events.length === 0 ? undefined : { id: idOfAll(events), delivery: '' };
}

function idOfAll(events: readonly ItemEvent[]): string {
	const ids = [...new Set(events.map(({ id }) => id))].sort().join(' ');
	return createHash('sha256').update(ids).digest('hex').slice(0, 24);
}

function isChanged(node: string): InvalidParameter {
	return new InvalidParameter(
		`The execution that is retried ran the node "${node}", which is not in the workflow any more`,
		'Without it nobody can tell which event this item is of, and so what was sent for it. Retry with the original workflow, or give the node its name back. Nothing was sent.',
	);
}
