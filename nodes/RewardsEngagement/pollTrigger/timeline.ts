import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { HttpResponse } from '../api/http';
import { shortOf, SHORT, type Identified } from './poller';

/** How far timed records were taken. */
export interface TimelinePosition extends IDataObject {
	/** Everything up to this time is done, in milliseconds since 1970. */
	done: number;
	/** The records that were taken after that time: by time, their shortened IDs, joined. */
	seen: Record<string, string>;
}

export const timelinePosition = z.object({ done: z.number(), seen: z.record(z.string()) });

/** A record and the time when it happened. */
export interface Timed extends Identified {
	/** Milliseconds since 1970. */
	time: number;
}

type Taken = readonly [time: number, key: string];

/** Takes new records from a list, in the order in which they happened. */
export class Timeline {
	/** @param overlap how much later than its time a record may become visible, in milliseconds */
	constructor(private readonly overlap: number) {}

	/** The time up to which a list is complete, if it was requested at this time. */
	settledAt(asked: number): number {
		return asked - this.overlap;
	}

	/** The new ones of these records. A record that was taken with another time has happened again. */
	newOf<One extends Timed>(records: readonly One[], { done, seen }: TimelinePosition): One[] {
		const known = new Set(takenIn(seen).map(String));
		return records.filter(({ id, time }) => time > done && !known.has(`${time},${shortOf(id)}`));
	}

	/**
	 * The position after these records were taken.
	 *
	 * @param bound the time up to which no visible record is left
	 * @param asked when the list was requested. Something that happened shortly before may still become visible.
	 */
	after(position: TimelinePosition, taken: readonly Timed[], bound: number, asked: number): TimelinePosition {
		const done = Math.max(position.done, Math.min(bound, this.settledAt(asked)));
		return { done, seen: withTaken(position.seen, taken, (time) => time > done) };
	}
}

/** Adds to the taken records, and drops those that need not be remembered. */
export function withTaken(
	seen: TimelinePosition['seen'],
	taken: readonly Timed[],
	isKept: (time: number) => boolean,
): TimelinePosition['seen'] {
	const all = [...takenIn(seen), ...taken.map(({ id, time }): Taken => [time, shortOf(id)])];
	const kept: TimelinePosition['seen'] = {};
	for (const [time, key] of all) if (isKept(time)) kept[time] = (kept[time] ?? '') + key;
	return kept;
}

function takenIn(seen: TimelinePosition['seen']): Taken[] {
	return Object.entries(seen).flatMap(([time, keys]) =>
		Array.from({ length: keys.length / SHORT }, (_, index): Taken => [
			Number(time),
			keys.slice(index * SHORT, (index + 1) * SHORT),
		]),
	);
}

/** The latest of these times. `-Infinity` for none. */
export const latestOf = (times: readonly number[]) =>
	times.reduce((one, other) => Math.max(one, other), -Infinity);

/** The earliest of these times. `Infinity` for none. */
export const earliestOf = (times: readonly number[]) =>
	times.reduce((one, other) => Math.min(one, other), Infinity);

/** Oldest first. Records with the same time always have the same order. */
export function inOrder<Record extends Timed>(records: readonly Record[]): Record[] {
	return [...records].sort((one, other) => one.time - other.time || (one.id < other.id ? -1 : 1));
}

/** When a response was made, by the service's clock. Without it, by ours. */
export function timeOfAnswer({ headers }: Pick<HttpResponse, 'headers'>, began: number): number {
	return timeOf(headers.date) ?? began;
}

/** A time of the service in milliseconds since 1970. `undefined` if it is not one. */
export function timeOf(value: unknown): number | undefined {
	const time = typeof value === 'string' ? Date.parse(value) : value;
	return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}
