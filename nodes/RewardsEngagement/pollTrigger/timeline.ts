import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { HttpResponse } from '../api/http';
import { shortOf, SHORT, type Identified } from './poller';

/** How far records with a time were taken. */
export interface TimelinePosition extends IDataObject {
	/** Everything up to here is done; milliseconds since 1970. */
	done: number;
	/** What was taken of the time after that: by time, the records in short, one behind the other. */
	seen: Record<string, string>;
}

export const timelinePosition = z.object({ done: z.number(), seen: z.record(z.string()) });

/** A record and when it happened. */
export interface Timed extends Identified {
	/** Milliseconds since 1970. */
	time: number;
}

type Taken = readonly [time: number, key: string];

/** Takes from a list what is new, in the order in which it happened. */
export class Timeline {
	/** @param overlap how much later than its time a record may become visible, in milliseconds */
	constructor(private readonly overlap: number) {}

	/** Up to where a list shows everything, when it was asked for at this time. */
	settledAt(asked: number): number {
		return asked - this.overlap;
	}

	/** What is new of these. A record that was taken with another time has happened once more. */
	newOf<One extends Timed>(records: readonly One[], { done, seen }: TimelinePosition): One[] {
		const known = new Set(takenIn(seen).map(String));
		return records.filter(({ id, time }) => time > done && !known.has(`${time},${shortOf(id)}`));
	}

	/**
	 * The position after these were taken.
	 *
	 * @param bound up to where nothing is left that could be seen
	 * @param asked when the list was asked for: what happened shortly before that may still become visible
	 */
	after(position: TimelinePosition, taken: readonly Timed[], bound: number, asked: number): TimelinePosition {
		const done = Math.max(position.done, Math.min(bound, this.settledAt(asked)));
		return { done, seen: withTaken(position.seen, taken, (time) => time > done) };
	}
}

/** Adds to what was taken, and forgets what need not be remembered. */
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

/** The latest of these times; of none, the beginning of all times. */
export const latestOf = (times: readonly number[]) =>
	times.reduce((one, other) => Math.max(one, other), -Infinity);

/** The earliest of these times. Of none, the end of all times. */
export const earliestOf = (times: readonly number[]) =>
	times.reduce((one, other) => Math.min(one, other), Infinity);

/** Oldest first; of one moment always in the same order. */
export function inOrder<Record extends Timed>(records: readonly Record[]): Record[] {
	return [...records].sort((one, other) => one.time - other.time || (one.id < other.id ? -1 : 1));
}

/** When an answer was given: by the service's clock, or by ours where it does not say. */
export function timeOfAnswer({ headers }: Pick<HttpResponse, 'headers'>, began: number): number {
	return timeOf(headers.date) ?? began;
}

/** A time of the service in milliseconds since 1970; nothing for what is none. */
export function timeOf(value: unknown): number | undefined {
	const time = typeof value === 'string' ? Date.parse(value) : value;
	return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}
