import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { HttpResponse } from '../api/http';
import { shortOf, type Identified } from './feed';

/**
 * Up to where records with a time were taken: exact also where several have the same time, or where one becomes visible
 * a little after a later one.
 */
export interface TimelinePosition extends IDataObject {
	/** The latest time that was taken, in milliseconds since 1970. */
	at: number;
	/** Those taken whose time is not long before that, each with its time. */
	seen: Record<string, number>;
}

export const timelinePosition = z.object({ at: z.number(), seen: z.record(z.number()) });

const SECOND_MS = 1_000;

/** A record and when it happened. */
export interface Timed extends Identified {
	/** Milliseconds since 1970. */
	time: number;
}

/** Takes from a time line what is new, in the order in which it happened. */
export class Timeline {
	/** @param overlap how much later than its time a record may become visible, in milliseconds */
	constructor(private readonly overlap: number) {}

	/** The latest time of a position that has this one as its horizon. */
	startingAt(time: number): number {
		return time + this.overlap;
	}

	/** What happened up to here was taken, or is too old to be asked for again. */
	horizonOf({ at }: TimelinePosition): number {
		return at - this.overlap;
	}

	/** What was taken with another time has happened once more, such as to a member who left and joined again. */
	isNew({ id, time }: Timed, position: TimelinePosition): boolean {
		return time > this.horizonOf(position) && position.seen[shortOf(id)] !== time;
	}

	/** The position at the end of all these. */
	endOf(records: readonly Timed[], asked?: number): TimelinePosition {
		return this.after({ at: 0, seen: {} }, records, true, asked);
	}

	/**
	 * The position after these were taken.
	 *
	 * @param isInOrder whether none that is older than the latest of them is left
	 * @param asked when they were asked for, to the second. What has a later time, by a slip of whoever wrote it, is
	 * remembered by itself: everything that happens until then would be taken for old.
	 */
	after(
		position: TimelinePosition,
		taken: readonly Timed[],
		isInOrder: boolean,
		asked = Infinity,
	): TimelinePosition {
		const latest = taken.reduce(
			(most, { time }) => Math.max(most, Math.min(time, asked + SECOND_MS)),
			position.at,
		);
		const at = isInOrder ? latest : position.at;
		const all = [
			...Object.entries(position.seen),
			...taken.map(({ id, time }) => [shortOf(id), time] as const),
		];
		return { at, seen: Object.fromEntries(all.filter(([, time]) => time > at - this.overlap)) };
	}

	/** The position once none is left that is older than what was taken; see `after`. */
	caughtUp({ at, seen }: TimelinePosition, asked: number): TimelinePosition {
		const times = Object.values(seen).map((time) => Math.min(time, asked + SECOND_MS));
		return this.after({ at: times.reduce((one, other) => Math.max(one, other), at), seen }, [], true, asked);
	}
}

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
