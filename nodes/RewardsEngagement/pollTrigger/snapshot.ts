import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { shortOf, type Identified, type Reading } from './poller';

/** What a list was like that does not say since when. All keys are short. */
export interface Snapshot extends IDataObject {
	/** By record, what it is like. */
	known: Record<string, string>;
	/** By record and what it was like, when that was seen to be over; milliseconds since 1970. */
	over: Record<string, number>;
	/** When the latest was over that is not remembered any more. */
	forgotten: number;
}

export const snapshot = z.object({
	known: z.record(z.string()),
	over: z.record(z.number()),
	forgotten: z.number(),
});

const EMPTY: Snapshot = { known: {}, over: {}, forgotten: 0 };

/** A record and what matters of it, in short. */
export interface State extends Identified {
	content: string;
}

/** A state that is new. */
export interface Change extends State {
	/** Whether the record was there before. */
	wasThere: boolean;
	/** What tells this state from an earlier one that was the same: when that was seen to be over. */
	after: number;
}

/** Ends that are remembered, and records that are remembered although they are no more. */
const MOST_REMEMBERED = 1_000;

/** The end of a state that a trigger of this process saw, and whether the state is still over. */
interface End {
	time: number;
	isOver: boolean;
}

/** By what was asked for, the ends of states: all triggers of this process that see one give the next event one ID. */
const ends = new Map<string, Map<string, End>>();

/**
 * What has changed since a snapshot, and the snapshot after it. At first nothing has, but for the latest that are wanted.
 *
 * @param gone records, in short, that are no more as they were known
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
 * Without the records that went long ago. One that is not listed may be there again: it stood between two pages, or the
 * service had nothing to show for a moment. It is nothing new then.
 */
export function withoutLongGone<Of extends Snapshot>(before: Of, records: readonly Identified[]): Of {
	const present = new Set(records.map(({ id }) => shortOf(id)));
	const gone = Object.keys(before.known).filter((key) => !present.has(key));
	const forgotten = new Set(gone.slice(0, Math.max(gone.length - MOST_REMEMBERED, 0)));
	const known = Object.fromEntries(Object.entries(before.known).filter(([key]) => !forgotten.has(key)));
	return { ...before, known };
}
