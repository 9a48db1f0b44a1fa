import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { processMemory } from '../host/processMemory';
import { shortOf, type Identified, type Reading } from './poller';

/** The state of a list whose records have no times. All keys are shortened. */
export interface Snapshot extends IDataObject {
	/** The state of each record. */
	known: Record<string, string>;
	/** By record and state, the time when the state was seen to be over, in milliseconds since 1970. */
	over: Record<string, number>;
	/** The latest end of a state that is no longer remembered. */
	forgotten: number;
}

export const snapshot = z.object({
	known: z.record(z.string()),
	over: z.record(z.number()),
	forgotten: z.number(),
});

const EMPTY: Snapshot = { known: {}, over: {}, forgotten: 0 };

/** A record, and the part of it that matters, shortened. */
export interface State extends Identified {
	content: string;
}

/** A new state. */
export interface Change extends State {
	/** Whether the record was there before. */
	wasThere: boolean;
	/** When an earlier equal state was seen to be over. It distinguishes this state from that one. */
	after: number;
}

/** The most ends of states that are remembered, and the most missing records. */
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

/**
 * The changes since a snapshot, and the next snapshot. At first, only the latest records that are wanted count as
 * changes.
 *
 * @param gone shortened IDs of records whose known state is over
 */
export function changesSince(
	before: Snapshot | undefined,
	states: readonly State[],
	{ maxEvents, latest, now, name }: Pick<Reading, 'maxEvents' | 'latest' | 'now' | 'name'>,
	gone: readonly string[],
): { changes: Change[]; snapshot: Snapshot } {
	const { known, over: own, forgotten } = before ?? EMPTY;
	const seen = ends.get(name) ?? new Map<string, End>();
	const over = { ...own };
	for (const [state, { time }] of seen) over[state] = Math.max(time, own[state] ?? 0);
	const fresh = states.filter(({ id, content }) => known[shortOf(id)] !== content);
	const taken = before ? fresh.slice(0, maxEvents) : fresh.slice(Math.max(fresh.length - latest, 0));
	const changes = taken.map((state) => {
		const key = shortOf(state.id);
		return { ...state, wasThere: key in known, after: over[key + state.content] ?? forgotten };
	});
	const learnt = new Map((before ? taken : states).map(({ id, content }) => [shortOf(id), content]));
	for (const { id, content } of states) {
		const end = seen.get(shortOf(id) + content);
		if (end) end.isOver = false;
	}
	const ended = [...gone, ...learnt.keys()].filter((key) => key in known);
	for (const state of ended.map((key) => key + known[key])) {
		const end = seen.get(state);
		over[state] = end?.isOver ? end.time : Date.parse(now);
		seen.delete(state);
		seen.set(state, { time: over[state], isOver: true });
	}
	for (const state of [...seen.keys()].slice(0, -MOST_REMEMBERED)) seen.delete(state);
	ends.set(name, seen);
	const left = new Set(gone);
	const still = Object.entries(known).filter(([key]) => !left.has(key));
	const all = { ...Object.fromEntries(still), ...Object.fromEntries(learnt) };
	return { changes, snapshot: { known: all, ...latestOf(over, forgotten) } };
}

/** The latest ends of states. All others count as late as the last of them. */
function latestOf(over: Snapshot['over'], forgotten: number): Pick<Snapshot, 'over' | 'forgotten'> {
	const all = Object.entries(over).sort(([, one], [, other]) => other - one);
	return {
		over: Object.fromEntries(all.slice(0, MOST_REMEMBERED)),
		forgotten: Math.max(forgotten, all[MOST_REMEMBERED]?.[1] ?? 0),
	};
}

/**
 * Drops the records that went long ago. A missing record may come back: it moved between two pages, or the service
 * showed nothing for a moment. It is not new then.
 */
export function withoutLongGone<Of extends Snapshot>(before: Of, records: readonly Identified[]): Of {
	const present = new Set(records.map(({ id }) => shortOf(id)));
	const gone = Object.keys(before.known).filter((key) => !present.has(key));
	const forgotten = new Set(gone.slice(0, Math.max(gone.length - MOST_REMEMBERED, 0)));
	const known = Object.fromEntries(Object.entries(before.known).filter(([key]) => !forgotten.has(key)));
	return { ...before, known };
}
