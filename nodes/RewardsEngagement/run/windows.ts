import { MAX_WIDTH } from '../api/gate';
import type { RunKeys } from '../once/runKeys';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import { holderOf, withoutEntries } from './bulk';
import type { AnyJob, Unit } from './job';

/**
 * The most items at a time for an operation that sends nothing. Events that are claimed together share one read and
 * one write of n8n's store.
 */
const MAX_LOCAL = 500;

/** The most entries that the service accepts in one request. */
const MAX_ENTRIES = 100;

/** Units that are sent together, after their keys were claimed with one write. */
export interface Window {
	readonly units: Unit[];
	/** All different. Empty if its jobs have no keys. */
	readonly keys: Set<string>;
	/** The most units at a time. The gate decides when their requests are sent. */
	readonly width: number;
	readonly isOfUpdates: boolean;
}

/**
 * The windows of a run, in order. A window ends at a key that is already in it, at an item of another kind, and where
 * it has enough keys. It has at least one unit.
 */
export async function* windowsOf(units: readonly Unit[], runKeys: RunKeys): AsyncGenerator<Window> {
	let window: Window | undefined;
	let kind = '';
	for (const unit of units) {
		if (window) await yieldToEventLoop();
		const [first] = unit;
		const width = widthOf(first);
		const effect = first.client && first.request.policy.effect;
		const own = unit.flatMap(({ key }) => key?.key ?? []);
		const ownKind = `${effect} ${width} ${own.length > 0}`;
		if (window && (kind !== ownKind || !hasRoom(window, own, runKeys))) {
			yield window;
			window = undefined;
		}
		kind = ownKind;
		window ??= { units: [], keys: new Set(), width, isOfUpdates: effect === 'replace' };
		window.units.push(unit);
		for (const key of own) window.keys.add(key);
	}
	if (window) yield window;
}

function hasRoom({ keys }: Window, own: readonly string[], runKeys: RunKeys): boolean {
	const isFull = own.length > 0 && keys.size + own.length > runKeys.mostAtATime;
	return !isFull && !own.some((key) => keys.has(key));
}

function widthOf(job: AnyJob): number {
	if (!job.client) return job.operation.isParallel ? MAX_LOCAL : 1;
	return job.options.concurrency ?? (job.isOnce || job.operation.isHeavy ? 1 : MAX_WIDTH);
}

/**
 * Jobs by the request that they share. Several bulk requests may grow at a time, for example for two realms. No two of
 * them have the same holder, because the changes of one balance keep their order.
 */
export async function unitsOf(jobs: readonly AnyJob[]): Promise<Unit[]> {
	const units: Unit[] = [];
	/** The growing requests by what their entries have in common, and that name by holder. */
	const growing = new Map<string, { unit: [AnyJob, ...AnyJob[]]; taken: Set<string> }>();
	const nameOf = new Map<string, string>();
	for (const job of jobs) {
		if (!job.client || !job.isBulk) {
			units.push([job]);
			continue;
		}
		await yieldToEventLoop();
		const { operation, options, request, key } = job;
		// All jobs of a request have the same retry policy.
		const name = JSON.stringify([withoutEntries(request), options]);
		const holder = holderOf(job);
		// For two jobs of one holder, some responses do not show which row belongs to which. Of two jobs with one key,
		// the second must see the result of the first.
		const own = key ? [`key ${key.key}`] : [];
		if (operation.bulk?.isHolderUnique) own.push(holder);
		if ((nameOf.get(holder) ?? name) !== name) {
			growing.clear();
			nameOf.clear();
		}
		const known = growing.get(name);
		const isOpen = known && known.unit.length < (options.batchSize ?? MAX_ENTRIES);
		if (isOpen && !own.some((one) => known.taken.has(one))) {
			known.unit.push(job);
			for (const one of own) known.taken.add(one);
		} else {
			const unit: [AnyJob, ...AnyJob[]] = [job];
			units.push(unit);
			growing.set(name, { unit, taken: new Set(own) });
		}
		nameOf.set(holder, name);
	}
	return units;
}
