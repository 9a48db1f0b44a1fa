import type { IDataObject } from 'n8n-workflow';

import { startTask } from '../../scripts/lib/progress';
import { httpParameters, httpRequest, inBatches, ours, ourParameters } from './contenders';
import { race, type Measurement } from './measure';
import { median, short } from '../harness/numbers';
import type { Findings, Row } from './report';
import type { ServiceProcess } from './serviceProcess';
import type { BenchContext } from './context';

const ITEMS = 1_000;
const LIMIT = 300;
/** 300 a minute, with a minute of 20 s: 1,000 transfers then take a minute, not three. */
const WINDOW_SECONDS = 20;
/** The HTTP Request node goes at the pace of the limit when it sends so many a second. */
const BATCH_INTERVAL_MS = 1_000;
const LONGEST = 1.05;

/** What became of the transfers of one run. */
interface Outcome {
	/** Items that came out as successes and stand in the ledger exactly once, as a share. */
	succeeded: number;
	/** Money that moved and that the workflow does not know of: no item came out for it, or a failed one. */
	hidden: number;
	/** Transfers beyond the first of an item. */
	repeated: number;
	/** Milliseconds. */
	wall: number;
}

/** b) A thousand transfers, where the service takes only so many in a window. */
export async function transfers(context: BenchContext, service: ServiceProcess): Promise<Findings> {
	const count = Math.ceil(ITEMS * context.scale);
	const limit = Math.ceil(LIMIT * context.scale);
	// A window of whole seconds, because that is what the headers can say.
	const windowSeconds = Math.max(2, Math.round(WINDOW_SECONDS * context.scale));
	const minimum = leastTime(count, limit, windowSeconds);
	const task = startTask(`${count} transfers, ${limit} in ${windowSeconds} s`);

	const { baseUrl, realmId, ids } = service.about;
	const { bonusPool, ada } = ids.members;
	// Each item moves another amount, by which the ledger tells them apart.
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

	const [mine = [], ...others] = results.map((list) => list.map((one) => outcomeOf(one, items)));
	const title = `${count} transfers, ${limit} per ${windowSeconds} s`;
	const rows = others.flatMap((theirs, index) =>
		rowsOf(title, contenders[index + 1]?.name ?? '', mine, theirs, minimum),
	);
	const notes = [mine, ...others].map((outcomes, index) => {
		const worst = (number: (outcome: Outcome) => number) => Math.max(...outcomes.map(number));
		return (
			`b) ${contenders[index]?.name}: at the most ${worst(({ hidden }) => hidden)} transfers in one run were carried ` +
			`out without a successful item to show for them, and ${worst(({ repeated }) => repeated)} were carried out again.`
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

/**
 * Milliseconds until the last of `count` requests can be accepted by a window that slides and begins empty: a window
 * full at once, the next as soon as the first has passed, and so on.
 */
export function leastTime(count: number, limit: number, windowSeconds: number): number {
	return (Math.ceil(count / limit) - 1) * windowSeconds * 1_000;
}

function outcomeOf({ run, service }: Measurement, items: IDataObject[]): Outcome {
	const moved = new Map<number, number>();
	for (const amount of service.transfers) moved.set(amount, (moved.get(amount) ?? 0) + 1);
	const shown = new Set(run.items.filter(({ failed }) => !failed).map(({ from }) => from));
	const times = items.map(({ amount }) => moved.get(amount as number) ?? 0);
	const unfounded = times.findIndex((number, index) => number === 0 && shown.has(index));
	if (unfounded !== -1)
		throw new Error(`Item ${unfounded} is shown as a success, and nothing was transferred.`);
	const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
	return {
		succeeded: times.filter((number, index) => number === 1 && shown.has(index)).length / items.length,
		hidden: sum(times.filter((_, index) => !shown.has(index))),
		repeated: sum(times.map((number) => Math.max(0, number - 1))),
		wall: run.wall,
	};
}

function rowsOf(title: string, against: string, mine: Outcome[], theirs: Outcome[], minimum: number): Row[] {
	const share = (list: Outcome[]) => median(list.map(({ succeeded }) => succeeded));
	const times = (list: Outcome[]) => median(list.map(({ wall }) => wall)) / minimum;
	const percent = (value: number) => `${short(value * 100)} %`;
	const factor = (value: number) => `${short(value)} × least`;
	return [
		{
			part: 'b',
			what: `${title}: succeed`,
			against,
			ours: percent(share(mine)),
			theirs: percent(share(theirs)),
			ratio: share(theirs) === 0 ? '∞' : short(share(mine) / share(theirs)),
			goal: 'ours 100 %',
			met: mine.every(({ succeeded }) => succeeded === 1),
		},
		{
			part: 'b',
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
