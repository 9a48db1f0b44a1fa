import { createHash } from 'node:crypto';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import { goneNodesOf, nodesOf, runsOf } from '../host/otherNodes';

const TRIGGER = /\.rewardsEngagement(Poll)?Trigger$/;
const NODE = /\.rewardsEngagement$/;

/** The node's outputs for events, and for items that failed verification. */
const [EVENTS, FAILED] = [0, 1];

/** The event that an item comes from. */
export interface ItemEvent {
	/** The same for all deliveries of the event. */
	id: string;
	/** Empty for the first delivery of the event in this execution. The others do not repeat what the first did. */
	delivery: string;
}

/** How n8n's expressions access a node: `$('Name')` (n8n-workflow, workflow-data-proxy.ts). */
type Expression = (node: string, isWholeItem: boolean) => { item?: object };

type AnyNode = ReturnType<typeof nodesOf>[number];

/** A node that returned events, or items that failed verification. */
interface Source {
	name: string;
	/** The nodes that lead to it. */
	before: ReadonlySet<string>;
	/** All items that it returned, as the objects that n8n keeps. After a crash, n8n adds artificial ones. */
	items: ReadonlySet<object>;
	events: ReadonlyMap<object, ItemEvent>;
}

/** Finds the events that started the execution, or were verified in it. A retry has the same. */
export class TriggerEventResolver {
	/** Whether an item may come from any of several events. */
	isAnyOf = false;

	/** The same for all items. */
	private found?: ReturnType<TriggerEventResolver['find']>;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * The event that an item comes from. If n8n cannot tell the origin of an item, the item stands for all events of
	 * the execution.
	 *
	 * @returns `undefined` if no event started the execution, if the item failed verification, and in a test
	 * execution
	 * @throws {Problem} in a retry whose changed workflow no longer shows the event, or if n8n hides events
	 */
	of(itemIndex: number): ItemEvent | undefined {
		this.found ??= this.find();
		const { sources, gone } = this.found;
		if (gone !== undefined) throw isChanged(gone);
		if (sources.length === 0) return undefined;
		const only = onlyEventOf(sources);
		if (only) return only;
		const origins = sources.flatMap((source) => {
			const item = this.originIn(source, itemIndex);
			return item ? [{ ...source, own: source.events.get(item) }] : [];
		});
		if (origins.length === 0) return this.allOf(nearestOf(sources));
		return together(nearestOf(origins.filter(({ own }) => own)).map(({ own }) => own as ItemEvent));
	}

	/**
	 * The nodes that lead to this one, or all nodes if none does, as for an agent's tool. Also a needed node that is
	 * missing.
	 */
	private find(): { sources: readonly Source[]; gone?: string } {
		const mode = this.context.getMode();
		if (mode === 'manual') return { sources: [] };
		const all = nodesOf(this.context)
			.filter(givesEvents)
			.flatMap((node) => this.sourceOf(node) ?? []);
		const gone = mode === 'retry' ? this.goneFrom(all) : undefined;
		if (all.length === 0) return { sources: all, gone };
		const before = this.before(this.context.getNode().name);
		const leading = all.filter(({ name }) => before.has(name));
		return { sources: leading.length > 0 ? leading : all, gone };
	}

	/** A node that the workflow has lost, if its events may not be among those that are left. */
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
		const runs = runsOf(this.context, name);
		// With a key of the execution instead, a redelivered event would be paid again.
		if (!runs) throw isOutOfReach();
		const events = eventsOf(runs.map((outputs) => outputs[EVENTS] ?? []));
		const items = new Set(runs.flat(2).filter(({ json }) => json.isArtificialRecoveredEventItem !== true));
		const hasFailed = runs.some((outputs) => outputs[FAILED]?.length);
		if (events.size === 0 && (disabled || !hasFailed)) return undefined;
		return { name, before: this.before(name), items, events };
	}

	/** For an item that may come from any of the events. */
	private allOf(sources: readonly Source[]): ItemEvent | undefined {
		const events = sources.flatMap((source) => [...source.events.values()]);
		if (events.length === 0) return undefined;
		const id = idOfAll(events);
		this.isAnyOf ||= id !== events[0]?.id;
		return { id, delivery: '' };
	}

	private before(node: string): ReadonlySet<string> {
		return new Set(this.context.getParentNodes(node).map(({ name }) => name));
	}

	/** The object of a node's item that an item comes from. If n8n gives another object, the origin is unknown. */
	private originIn({ name, items }: Source, itemIndex: number): object | undefined {
		try {
			const { $ } = this.context.getWorkflowDataProxy(itemIndex) as { $: Expression };
			const { item } = $(name, true);
			return item && items.has(item) ? item : undefined;
		} catch {
			return undefined;
		}
	}
}

/** Whether a node is a trigger, or verifies events that came in another way. */
function givesEvents({ type, parameters }: AnyNode): boolean {
	return TRIGGER.test(type) || (NODE.test(type) && parameters?.resource === 'event');
}

/** The event of all items, if no other is possible. */
function onlyEventOf([first, ...others]: readonly Source[]): ItemEvent | undefined {
	return others.length === 0 && first?.items.size === 1 ? [...first.events.values()][0] : undefined;
}

/** Leaves out a source that leads to another one, because the later source is more exact. */
function nearestOf<S extends Source>(sources: readonly S[]): readonly S[] {
	const leads = (from: Source, to: Source) => to.before.has(from.name);
	return sources.filter((one) => !sources.some((other) => leads(one, other) && !leads(other, one)));
}

function eventsOf(runs: ReadonlyArray<readonly INodeExecutionData[]>): Map<object, ItemEvent> {
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

/** For an item that comes from several events, for example after a merge. */
function together(events: readonly ItemEvent[]): ItemEvent | undefined {
	const [first] = events;
	if (events.every(({ id }) => id === first?.id)) return first;
	const deliveries = events.map(({ delivery }) => delivery).join(' ');
	return { id: idOfAll(events), delivery: deliveries.trim() };
}

function idOfAll(events: readonly ItemEvent[]): string {
	const [first = '', ...others] = [...new Set(events.map(({ id }) => id))].sort();
	if (others.length === 0) return first;
	return createHash('sha256')
		.update([first, ...others].join(' '))
		.digest('hex')
		.slice(0, 24);
}

function isChanged(node: string): Problem {
	return unsentProblem(
		`The node "${node}" was renamed or removed since the original execution`,
		'Without that node, the event of this item is unknown, so a duplicate cannot be ruled out. Retry with the original workflow, or restore the name of the node. Nothing was sent.',
	);
}

function isOutOfReach(): Problem {
	return unsentProblem(
		'Not sent: this version of n8n cannot show what other nodes returned',
		'Without it, a duplicate cannot be ruled out. Go back to your previous n8n version, and report this to the authors of the package.',
	);
}
