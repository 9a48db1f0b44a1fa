import type { IDataObject } from 'n8n-workflow';

import type { RunResult } from './host/contract';
import { median, short } from '../harness/numbers';
import type { Row } from './report';

/** How much longer than the least a run of our node may take. */
const LONGEST = 1.05;

/** What became of the payments of one run. */
export interface Outcome {
	/** Items that came out as successes and stand in the ledger exactly once, as a share. */
	succeeded: number;
	/** Money that moved and that the workflow does not know of: no item came out for it, or a failed one. */
	hidden: number;
	/** Payments beyond the first of an item. */
	repeated: number;
	/** Milliseconds. */
	wall: number;
}

/**
 * Milliseconds until the last of `count` requests can be accepted by a window that slides and begins empty: a window
 * full at once, the next as soon as the first has passed, and so on.
 */
export function leastTime(count: number, limit: number, windowSeconds: number): number {
	return (Math.ceil(count / limit) - 1) * windowSeconds * 1_000;
}

/**
 * Holds what a run says against the ledger. Each item moves another amount, by which they are told apart.
 *
 * @param amounts what the ledger moved
 * @throws Error when a success is shown for which nothing was moved
 */
export function outcomeOf(run: RunResult, amounts: number[], items: IDataObject[]): Outcome {
	const moved = new Map<number, number>();
	for (const amount of amounts) moved.set(amount, (moved.get(amount) ?? 0) + 1);
	const shown = new Set(run.items.filter(({ failed }) => !failed).map(({ from }) => from));
	const times = items.map(({ amount }) => moved.get(amount as number) ?? 0);
	const unfounded = times.findIndex((number, index) => number === 0 && shown.has(index));
	if (unfounded !== -1) throw new Error(`Item ${unfounded} is shown as a success, and nothing was moved.`);
	const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
	return {
		succeeded: times.filter((number, index) => number === 1 && shown.has(index)).length / items.length,
		hidden: sum(times.filter((_, index) => !shown.has(index))),
		repeated: sum(times.map((number) => Math.max(0, number - 1))),
		wall: run.wall,
	};
}

/** The rows of the table that compare our node with another. */
export function rowsOf(
	part: string,
	title: string,
	against: string,
	mine: Outcome[],
	theirs: Outcome[],
	minimum: number,
): Row[] {
	const share = (list: Outcome[]) => median(list.map(({ succeeded }) => succeeded));
	const times = (list: Outcome[]) => median(list.map(({ wall }) => wall)) / minimum;
	const percent = (value: number) => `${short(value * 100)} %`;
	const factor = (value: number) => `${short(value)} × least`;
	return [
		{
			part,
			what: `${title}: succeed`,
			against,
			ours: percent(share(mine)),
			theirs: percent(share(theirs)),
			ratio: share(theirs) === 0 ? '∞' : short(share(mine) / share(theirs)),
			goal: 'ours 100 %',
			met: mine.every(({ succeeded }) => succeeded === 1),
		},
		{
			part,
			what: `${title}: time`,
			against,
			ours: factor(times(mine)),
			theirs: factor(times(theirs)),
			ratio: short(times(mine) / times(theirs)),
			goal: `ours at most ${LONGEST}`,
			met: times(mine) <= LONGEST,
		},
	];
}
