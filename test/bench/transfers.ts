import type { IDataObject } from 'n8n-workflow';

import { startTask } from '../../scripts/lib/progress';
import { median, short } from '../harness/numbers';
import type { RunResult } from './host/task';
import {
	httpParameters,
	httpRequest,
	inBatches,
	ourParameters,
	ours,
	race,
	type BenchContext,
} from './measure';
import type { Findings, Row } from './report';
import type { ServiceProcess } from './serviceProcess';

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

const ITEMS = 1_000;
const LIMIT = 300;
/** 300 a minute, with a minute of 20 s: 1,000 transfers then take a minute, not three. */
const WINDOW_SECONDS = 20;
/** With this interval and one second's share of items per batch, the HTTP Request node keeps to the limit. */
const BATCH_INTERVAL_MS = 1_000;

/** b) A thousand transfers, while the service limits the requests per window. */
export async function transfers(context: BenchContext, service: ServiceProcess): Promise<Findings> {
	const count = Math.ceil(ITEMS * context.scale);
	const limit = Math.ceil(LIMIT * context.scale);
	// Whole seconds, because the headers count in them.
	const windowSeconds = Math.max(2, Math.round(WINDOW_SECONDS * context.scale));
	const minimum = leastTime(count, limit, windowSeconds);
	const task = startTask(`${count} transfers, ${limit} in ${windowSeconds} s`);

	const { baseUrl, realmId, ids } = service.about;
	const { bonusPool, ada } = ids.members;
	// Each item moves a different amount, so that the ledger can tell them apart.
	const items: IDataObject[] = Array.from({ length: count }, (_, number) => ({ amount: number + 1 }));
	const onward = { onError: 'continueRegularOutput' } as const;
	const parameters = httpParameters.transfer(baseUrl, realmId, bonusPool, ada);
	const batch = Math.max(1, Math.floor(((limit / windowSeconds) * BATCH_INTERVAL_MS) / 1_000));
	const contenders = [
		ours('our node', ourParameters.transfer(bonusPool, ada), onward),
		httpRequest('HTTP Request, its defaults', parameters, onward),
		httpRequest(
			`HTTP Request, batches of ${batch} a second`,
			inBatches(parameters, batch, BATCH_INTERVAL_MS),
			onward,
		),
		httpRequest('HTTP Request, Retry On Fail (5 times, 5 s)', parameters, {
			retryOnFail: true,
			maxTries: 5,
			waitBetweenTries: 5_000,
		}),
	];
	const results = await race(contenders, {
		context,
		service,
		preparation: { rateLimit: { limit, windowSeconds } },
		items,
		check: ({ service: { statuses } }, { name }) => {
			const unexpected = Object.keys(statuses).filter((status) => !['200', '429'].includes(status));
			if (unexpected.length > 0) throw new Error(`${name} was answered ${unexpected.join(', ')}.`);
		},
		progress: (note) => task.update({ note }),
	});
	task.succeed();

	const [mine = [], ...others] = results.map((list) =>
		list.map(({ run, service: { transfers: moved } }) => outcomeOf(run, moved, items)),
	);
	const title = `${count} transfers, ${limit} per ${windowSeconds} s`;
	const rows = others.flatMap((theirs, index) =>
		rowsOf('b', title, contenders[index + 1]?.name ?? '', mine, theirs, minimum),
	);
	const notes = [mine, ...others].map((outcomes, index) => {
		const worst = (number: (outcome: Outcome) => number) => Math.max(...outcomes.map(number));
		return (
			`b) ${contenders[index]?.name}: up to ${worst(({ hidden }) => hidden)} transfers in one run had no successful ` +
			`item. Up to ${worst(({ repeated }) => repeated)} were made again.`
		);
	});
	return {
		rows,
		notes: [
			`b) The least time is ${minimum / 1_000} s: (⌈${count} ÷ ${limit}⌉ − 1) windows of ${windowSeconds} s.`,
			...notes,
		],
	};
}
