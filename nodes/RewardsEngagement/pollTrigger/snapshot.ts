import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Operation } from '../declare/operation';
import { processMemory } from '../host/processMemory';
import {
	eventIdOf,
	identifiedIn,
	shortOf,
	tooLong,
	type Identified,
	type PolledEvent,
	type Poller,
	type Reading,
} from './poller';

/** The state of a list whose records have no times. All keys are shortened. */
const schema = z.object({
	/** The state of each record. */
	known: z.record(z.string()),
	/** By record and state, the time when the state was seen to be over, in milliseconds since 1970. */
	over: z.record(z.number()),
	/** The latest end of a state that is no longer remembered. */
	forgotten: z.number(),
	/** Records that were missing in the last poll, and whose states may be over. */
	absent: z.array(z.string()),
	/** Up to this time, all records were seen that were made or active by then. In milliseconds since 1970. */
	seenUpTo: z.number().optional(),
	/**
	 * The changes that another process emitted, and that may not have arrived. They are emitted again, even if the record
	 * has changed since. Otherwise the difference to its state now would contain them twice.
	 */
	emitted: z.record(z.object({ content: z.string(), after: z.number() })).optional(),
});

export type Snapshot = z.infer<typeof schema>;

/** A record, and the part of it that matters, shortened. Without that part, it has no state. */
export interface Listed extends Identified {
	content?: string;
}

const NOTHING: Snapshot = { known: {}, over: {}, forgotten: 0, absent: [] };

/** A new state. */
export interface Change extends Required<Listed> {
	/** The state before, if the record had one. */
	before: string | undefined;
	/** When we last saw this state end. Makes the event ID differ from the earlier one. */
	after: number;
	/** Up to this time, an earlier poll saw all records, see {@link Look}. `undefined` if none did. */
	seenUpTo: number | undefined;
}

export interface Look {
	listed: readonly Listed[];
	/**
	 * Whether the state of a missing record is certainly over. Otherwise it is over when the record is missing in the next
	 * poll too. Without it a missing record keeps its state.
	 *
	 * @param key its shortened ID
	 */
	isOver?: (key: string) => boolean;
	/** Up to this time, all records were seen that were made or active by then. Tells a new one from a missed one. */
	seenUpTo?: number | undefined;
}

/** A list that is compared with what it was before. */
export interface ComparedList {
	scope?: string;
	/** Whether a state is an event only if it follows another one. Then the first poll emits none. */
	needsBefore?: boolean;
	/** Whether an event tells the difference to the state before, so that a repeated one must tell the same. */
	tellsDifference?: boolean;
	look: (reading: Reading, isFirst: boolean) => Promise<Look>;
	/** The event of a change, if it is one. `about` is what its ID is made from. */
	eventOf: (change: Change, reading: Reading) => ChangeEvent | undefined;
}

interface ChangeEvent {
	type: string;
	about: Array<string | number>;
	data: IDataObject;
}

/** The most records whose states are remembered. n8n stores them with the workflow. */
export const MOST_STATES = 10_000;

/** The most ends of states that are remembered. */
const MOST_REMEMBERED = 1_000;

/** The end of a state that a trigger of this process saw, and whether the state is still over. */
interface End {
	time: number;
	isOver: boolean;
}

/**
 * The ends of states, by what is read. All triggers of this process that see one then give the next event the same
 * ID.
 */
const ends = processMemory('ends of states', () => new Map<string, Map<string, End>>());

/** Finds changes in a list that says nothing about their time. */
export function snapshotPoller(compared: ComparedList): Poller<Snapshot> {
	const { scope, needsBefore, tellsDifference, look, eventOf } = compared;
	return {
		scope,
		schema,
		read: async (position, reading) => {
			const { realmId, now, isSample } = reading;
			const latest = needsBefore && !isSample ? 0 : reading.latest;
			const found = new Map<Change, ChangeEvent>();
			const isEvent = (change: Change) => {
				const event = eventOf(change, reading);
				if (event) found.set(change, event);
				return event !== undefined;
			};
			const wanted = { ...reading, latest, isEvent };
			const seen = await look(reading, position === undefined);
			const { changes, snapshot } = changesSince(position, seen, wanted);
			const events = changes.map((change): PolledEvent => {
				const { type, about, data } = found.get(change)!;
				return { eventId: eventIdOf(...about), type, timestamp: now, realmId, data };
			});
			const isRepeated = tellsDifference && position !== undefined && events.length > 0;
			const repeat = isRepeated
				? { ...snapshotBefore(changes, snapshot), seenUpTo: position.seenUpTo }
				: undefined;
			return { events, position: snapshot, repeat };
		},
	};
}

/** The states before these changes, which another process finds again, and all others as they are now. */
function snapshotBefore(changes: readonly Change[], snapshot: Snapshot): Snapshot {
	const known = { ...snapshot.known };
	const emitted = { ...snapshot.emitted };
	for (const { id, content, before, after } of changes) {
		const key = shortOf(id);
		emitted[key] = { content, after };
		if (before === undefined) delete known[key];
		else known[key] = before;
	}
	return { ...snapshot, known, emitted };
}

/** All records of a list, each once, with the part that matters. */
export async function wholeList(
	{ client, realmId, hasTime }: Reading,
	list: Pick<Operation, 'request'>,
	contentOf: (record: IDataObject) => string | undefined,
): Promise<Look> {
	const all = new Map<string, Listed>();
	for await (const body of client.pages(list.request({ realmId, returnAll: true }))) {
		for (const one of identifiedIn(body)) all.set(one.id, { ...one, content: contentOf(one.record) });
		if (!hasTime()) throw tooLong();
	}
	return { listed: [...all.values()] };
}

/** What the caller of {@link changesSince} wants. */
interface Wanted extends Pick<Reading, 'maxEvents' | 'latest' | 'now' | 'name'> {
	/** Other changes are only remembered. By default, all are events. */
	isEvent?: (change: Change) => boolean;
}

/**
 * The changes since a snapshot, and the next snapshot. At first, only the latest records that are wanted count as
 * changes.
 */
export function changesSince(
	before: Snapshot | undefined,
	{ listed, isOver, seenUpTo }: Look,
	{ maxEvents, latest, now, name, isEvent = () => true }: Wanted,
): { changes: Change[]; snapshot: Snapshot } {
	const { known, absent, forgotten, over: own, emitted = {} } = before ?? NOTHING;
	const over = ends.get(name) ?? new Map<string, End>();
	for (const [state, time] of Object.entries(own))
		if (time > (over.get(state)?.time ?? 0)) over.set(state, { time, isOver: false });

	const present = new Set<string>();
	const fresh: Array<Change & { key: string }> = [];
	const silent: typeof fresh = [];
	for (const { content: current, ...one } of listed) {
		const key = shortOf(one.id);
		present.add(key);
		// The next poll finds what followed an emitted change.
		const again = emitted[key]?.content === known[key] ? undefined : emitted[key];
		const content = again?.content ?? current;
		if (content === undefined) continue;
		const end = over.get(key + content);
		if (end) end.isOver = false;
		if (known[key] === content) continue;
		const after = again?.after ?? end?.time ?? forgotten;
		const change = { ...one, key, content, before: known[key], after, seenUpTo: before?.seenUpTo };
		(isEvent(change) ? fresh : silent).push(change);
	}
	const changes = before ? someOf(fresh, maxEvents, now) : fresh.slice(Math.max(fresh.length - latest, 0));
	const learnt = [...silent, ...(before ? changes : fresh)];

	// A missing record may only have moved between two pages, or the service may have shown nothing for a moment.
	const missing = Object.keys(known).filter((key) => !present.has(key));
	const wasAbsent = new Set(absent);
	const gone = isOver ? missing.filter((key) => isOver(key) || wasAbsent.has(key)) : [];
	for (const key of [...gone, ...learnt.map((one) => one.key)]) {
		if (!(key in known)) continue;
		const state = key + known[key];
		const end = over.get(state);
		over.delete(state);
		over.set(state, { time: end?.isOver ? end.time : Date.parse(now), isOver: true });
	}
	const [latestEnds, forgottenEnd] = latestOf(over);
	ends.set(name, latestEnds);

	const left = { ...known };
	// The list may be empty or incomplete only for a moment.
	const tooMany = Math.max(Object.keys(known).length - MOST_STATES, 0);
	const dropped = listed.length > 0 ? missing.slice(0, tooMany) : [];
	for (const key of isOver ? gone : dropped) delete left[key];
	for (const { key, content } of learnt) left[key] = content;
	const pending = Object.entries(emitted).filter(
		([key, { content }]) => left[key] !== content && !gone.includes(key),
	);
	const seenNow = before ? laterOf(before.seenUpTo, seenUpTo) : (seenUpTo ?? Date.parse(now));
	const hasAll = !before || changes.length === fresh.length;
	const snapshot = {
		known: left,
		over: Object.fromEntries([...latestEnds].map(([state, { time }]) => [state, time])),
		forgotten: Math.max(forgotten, forgottenEnd),
		absent: isOver ? missing.filter((key) => key in left) : [],
		// Records that wait for the next poll are as new then.
		seenUpTo: hasAll ? seenNow : before?.seenUpTo,
		...(pending.length > 0 && { emitted: Object.fromEntries(pending.slice(-MOST_REMEMBERED)) }),
	};
	return { changes, snapshot };
}

/** If there are too many changes, each poll takes others, so that none waits forever. */
function someOf<Of>(fresh: readonly Of[], most: number, now: string): Of[] {
	if (fresh.length <= most) return [...fresh];
	const start = Date.parse(now) % fresh.length;
	return [...fresh.slice(start), ...fresh.slice(0, start)].slice(0, most);
}

function laterOf(one: number | undefined, other: number | undefined): number | undefined {
	return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

/** The latest ends of states, and the time of the next one. All others count as late as that. */
function latestOf(over: ReadonlyMap<string, End>): [Map<string, End>, number] {
	const all = [...over].reverse().sort(([, one], [, other]) => other.time - one.time);
	return [new Map(all.slice(0, MOST_REMEMBERED).reverse()), all[MOST_REMEMBERED]?.[1].time ?? 0];
}
