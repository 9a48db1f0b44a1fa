import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Operation } from '../declare/operation';
import { processMemory } from '../host/processMemory';
import {
	eventIdOf,
	identifiedIn,
	shortOf,
	tooLong,
	type Findings,
	type Identified,
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
});

export type Snapshot = z.infer<typeof schema>;

/** A record, and the part of it that matters, shortened. Without that part, it has no state. */
export interface Listed extends Identified {
	content?: string;
}

/** A new state. */
export interface Change extends Required<Listed> {
	/** Whether the record was there before. */
	wasThere: boolean;
	/** When we last saw this state end. Makes the event ID differ from the earlier one. */
	after: number;
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
}

/** A list that is compared with what it was before. */
export interface ComparedList {
	scope?: string;
	look: (reading: Reading) => Promise<Look>;
	/** The event of a change. `about` is what its ID is made from. */
	eventOf: (
		change: Change,
		realmId: string,
	) => { type: string; about: Array<string | number>; data: IDataObject };
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

/** Finds changes in a list that says nothing about their time. */
export function snapshotPoller({ scope, look, eventOf }: ComparedList): Poller<Snapshot> {
	return {
		scope,
		schema,
		read: async (position, reading) => {
			const { changes, snapshot } = changesSince(position, await look(reading), reading);
			const { realmId, now } = reading;
			const events = changes.map((change) => {
				const { type, about, data } = eventOf(change, realmId);
				return { eventId: eventIdOf(...about), type, timestamp: now, realmId, data };
			});
			return { events, position: snapshot } satisfies Findings<Snapshot>;
		},
	};
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

/**
 * The changes since a snapshot, and the next snapshot. At first, only the latest records that are wanted count as
 * changes.
 */
export function changesSince(
	before: Snapshot | undefined,
	{ listed, isOver }: Look,
	{ maxEvents, latest, now, name }: Reading,
): { changes: Change[]; snapshot: Snapshot } {
	const { known, absent, forgotten, over: own } = before ?? { known: {}, over: {}, forgotten: 0, absent: [] };
	const over = ends.get(name) ?? new Map<string, End>();
	for (const [state, time] of Object.entries(own))
		if (time > (over.get(state)?.time ?? 0)) over.set(state, { time, isOver: false });

	const present = new Set<string>();
	const fresh: Array<Change & { key: string }> = [];
	for (const { content, ...one } of listed) {
		const key = shortOf(one.id);
		present.add(key);
		if (content === undefined) continue;
		const end = over.get(key + content);
		if (end) end.isOver = false;
		if (known[key] === content) continue;
		fresh.push({ ...one, key, content, wasThere: key in known, after: end?.time ?? forgotten });
	}
	const changes = before ? fresh.slice(0, maxEvents) : fresh.slice(Math.max(fresh.length - latest, 0));
	const learnt = before ? changes : fresh;

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
	for (const key of isOver ? gone : missing.slice(0, -MOST_REMEMBERED)) delete left[key];
	for (const { key, content } of learnt) left[key] = content;
	const snapshot = {
		known: left,
		over: Object.fromEntries([...latestEnds].map(([state, { time }]) => [state, time])),
		forgotten: Math.max(forgotten, forgottenEnd),
		absent: isOver ? missing.filter((key) => key in left) : [],
	};
	return { changes, snapshot };
}

/** The latest ends of states, and the time of the next one. All others count as late as that. */
function latestOf(over: ReadonlyMap<string, End>): [Map<string, End>, number] {
	const all = [...over].reverse().sort(([, one], [, other]) => other.time - one.time);
	return [new Map(all.slice(0, MOST_REMEMBERED).reverse()), all[MOST_REMEMBERED]?.[1].time ?? 0];
}
