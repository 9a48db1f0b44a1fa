import type { IDataObject } from 'n8n-workflow';

import type { RunResult } from './host/contract';
import { median, short } from '../harness/numbers';
import type { Row } from './report';

/** The longest time of our node, as a ratio of the shortest possible time. */
const LONGEST = 1.05;

/** The result of the payments of one run. */
export interface Outcome {
	/** The share of items that came out as successes and are in the ledger exactly once. */
	succeeded: number;
	/** Money that moved without the workflow knowing: it has no item or a failed item for it. */
	hidden: number;
	/** Payments of an item after the first. */
	repeated: number;
	/** Milliseconds. */
	wall: number;
}

/**
 * The shortest time until the service can accept the last of `count` requests. The window slides and starts empty. It
 * takes a full window at once, the next one after the first has passed, and so on.
 */
export function leastTime(count: number, limit: number, windowSeconds: number): number {
	return (Math.ceil(count / limit) - 1) * windowSeconds * 1_000;
}

/**
 * Compares the items of a run with the ledger. Each item moves a different amount, so that the ledger can tell them
 * apart.
 *
 * @param amounts the amounts that the ledger moved
 * @throws Error when an item shows a success but nothing moved
 */
export function outcomeOf(run: RunResult, amounts: number[], items: IDataObject[]): Outcome {
	const moved = new Map<number, number>();
	for (const amount of amounts) moved.set(amount, (moved.get(amount) ?? 0) + 1);
	const shown = new Set(run.items.filter(({ failed }) => !failed).map(({ from }) => from));
	const times = items.map(({ amount }) => moved.get(amount as number) ?? 0);
	const unfounded = times.findIndex((number, index) => number === 0 && shown.has(index));
	if (unfounded !== -1) throw new Error(`Item ${unfounded} shows a success, but nothing was moved.`);
	const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
	return {
		succeeded: times.filter((number, index) => number === 1 && shown.has(index)).length / items.length,
		hidden: sum(times.filter((_, index) => !shown.has(index))),
		repeated: sum(times.map((number) => Math.max(0, number - 1))),
		wall: run.wall,
	};
}

/** The rows that compare our node with another one. */
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
	const factor = (value: number) => `${short(value)} × shortest`;
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
