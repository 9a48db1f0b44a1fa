import type { IDataObject } from 'n8n-workflow';

import { startTask } from '../../scripts/lib/progress';
import { median, short } from '../harness/numbers';
import {
	httpParameters,
	httpRequest,
	inBatches,
	ourParameters,
	ours,
	race,
	runProgram,
	type BenchContext,
} from './measure';
import type { RunResult, RunTask } from './host/task';
import type { Findings } from './report';
import type { ServiceProcess } from './serviceProcess';
import { leastTime, outcomeOf, rowsOf, type Outcome } from './transfers';

const ITEMS = 1_000;
/** The rate limit of a realm that pays nothing, per minute. */
const LIMIT = 24;
/** 24 a minute, with a minute of 5 s: 1,000 awards then take 205 s, not 41 minutes. */
const WINDOW_SECONDS = 5;
const BATCH_INTERVAL_MS = 1_000;
/** One repetition takes minutes and mostly waits. */
const MOST_REPETITIONS = 2;
const PROCESSES = 4;
const LONGEST_TOGETHER = 1.1;
/** Entries of a bulk request. */
const BATCH_SIZE = 100;
/** A tenth of them fits into one window, in bulk. */
const BULK_ITEMS = 10_000;
const MOST_BULK_REQUESTS = 12;
const LONGEST_IN_BULK = 1.1;

/**
 * i) A thousand awards under the lowest rate limit of the service: one by one, in bulk, and from processes that share
 * the limit.
 */
export async function awards(given: BenchContext, service: ServiceProcess): Promise<Findings> {
	const context = { ...given, repeat: Math.min(given.repeat, MOST_REPETITIONS) };
	const [single, bulk] = [await oneByOne(context, service), await inBulk(context, service)];
	return { rows: [...single.rows, ...bulk.rows], notes: [...single.notes, ...bulk.notes] };
}

/** Each item awards a different amount, so that the ledger can tell them apart. */
const itemsOf = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, number) => ({ amount: number + 1 }));

async function inBulk(context: BenchContext, service: ServiceProcess): Promise<Findings> {
	const contender = ours('our node, in bulk', ourParameters.awardInBulk(service.about.ids.members.ada), {
		onError: 'continueRegularOutput',
	});
	const runs = async (count: number) => {
		const items = itemsOf(count);
		const task = startTask(`${count} awards in bulk, ${LIMIT} per ${WINDOW_SECONDS} s`);
		const [measured = []] = await race([contender], {
			context,
			service,
			preparation: { rateLimit: { limit: LIMIT, windowSeconds: WINDOW_SECONDS } },
			items,
			check: () => undefined,
			progress: (note) => task.update({ note }),
		});
		task.succeed();
		return {
			outcomes: measured.map(({ run, service: { awards: moved } }) => outcomeOf(run, moved, items)),
			requests: Math.max(...measured.map(({ service: { requests } }) => requests)),
		};
	};
	const [count, many] = [ITEMS, BULK_ITEMS].map((full) => Math.ceil(full * context.scale)) as [
		number,
		number,
	];
	const few = await runs(count);
	const least = leastTime(Math.ceil(many / BATCH_SIZE), LIMIT, WINDOW_SECONDS);
	const long = await runs(many);
	const share = (outcomes: Outcome[]) => median(outcomes.map(({ succeeded }) => succeeded));
	const seconds = (outcomes: Outcome[]) => median(outcomes.map(({ wall }) => wall)) / 1_000;
	const isAll = (outcomes: Outcome[]) => outcomes.every(({ succeeded }) => succeeded === 1);
	const most = Math.ceil(MOST_BULK_REQUESTS * context.scale);
	const times = (seconds(long.outcomes) * 1_000) / least;
	return {
		rows: [
			{
				part: 'i',
				what: `${count} awards in bulk: requests`,
				against: 'One request each',
				ours: `${few.requests}, ${short(share(few.outcomes) * 100)} % succeed in ${short(seconds(few.outcomes))} s`,
				theirs: String(count),
				ratio: short(few.requests / count),
				goal: `ours 100 %, at most ${most}`,
				met: isAll(few.outcomes) && few.requests <= most,
			},
			{
				part: 'i',
				what: `${many} awards in bulk, ${LIMIT} per ${WINDOW_SECONDS} s`,
				against: 'The least time',
				ours:
					`${short(share(long.outcomes) * 100)} %, ${long.requests} requests, ${short(seconds(long.outcomes))} s` +
					(least > 0 ? `, ${short(times)} × least` : ''),
				theirs: `${least / 1_000} s`,
				ratio: least > 0 ? short(times) : '',
				goal: least > 0 ? `ours 100 %, at most ${LONGEST_IN_BULK}` : 'ours 100 %',
				met: isAll(long.outcomes) && (least === 0 || times <= LONGEST_IN_BULK),
			},
		],
		notes: [noteOf(contender.name, [...few.outcomes, ...long.outcomes])],
	};
}

async function oneByOne(context: BenchContext, service: ServiceProcess): Promise<Findings> {
	const count = Math.ceil(ITEMS * context.scale);
	const rateLimit = { limit: LIMIT, windowSeconds: WINDOW_SECONDS };
	const minimum = leastTime(count, LIMIT, WINDOW_SECONDS);
	const { baseUrl, realmId, ids } = service.about;
	const { ada } = ids.members;
	const items = itemsOf(count);
	const onward = { onError: 'continueRegularOutput' } as const;
	const parameters = httpParameters.award(baseUrl, realmId, ada);
	const batch = Math.floor(((LIMIT / WINDOW_SECONDS) * BATCH_INTERVAL_MS) / 1_000);
	const contenders = [
		ours('our node, one by one', ourParameters.award(ada), onward),
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
	const title = `${count} awards, ${LIMIT} per ${WINDOW_SECONDS} s`;
	const task = startTask(title);
	const results = await race(contenders, {
		context,
		service,
		preparation: { rateLimit },
		items,
		check: () => undefined,
		progress: (note) => task.update({ note }),
	});
	const [mine = [], ...others] = results.map((list) =>
		list.map(({ run, service: { awards: moved } }) => outcomeOf(run, moved, items)),
	);
	const together: Outcome[] = [];
	for (let round = 0; round < context.repeat; round++) {
		task.update({ note: `round ${round + 1} of ${context.repeat}: ${PROCESSES} processes` });
		together.push(await inProcesses(context, service, items, rateLimit));
	}
	task.succeed();
	const share = median(together.map(({ succeeded }) => succeeded));
	const time = median(together.map(({ wall }) => wall)) / minimum;
	return {
		rows: [
			...others.flatMap((theirs, index) =>
				rowsOf('i', title, contenders[index + 1]?.name ?? '', mine, theirs, minimum),
			),
			{
				part: 'i',
				what: `${title}: ${PROCESSES} processes that share the limit`,
				against: 'The least time',
				ours: `${short(share * 100)} %, ${short(time)} × least`,
				theirs: '',
				ratio: short(time),
				goal: `ours 100 %, at most ${LONGEST_TOGETHER}`,
				met: together.every(({ succeeded }) => succeeded === 1) && time <= LONGEST_TOGETHER,
			},
		],
		notes: [
			`i) The least time is ${minimum / 1_000} s: (⌈${count} ÷ ${LIMIT}⌉ − 1) windows of ${WINDOW_SECONDS} s.`,
			...[mine, ...others].map((outcomes, index) => noteOf(contenders[index]?.name ?? '', outcomes)),
		],
	};
}

function noteOf(name: string, outcomes: Outcome[]): string {
	const worst = (number: (outcome: Outcome) => number) => Math.max(...outcomes.map(number));
	return (
		`i) ${name}: up to ${worst(({ hidden }) => hidden)} awards in one run had no successful item. ` +
		`Up to ${worst(({ repeated }) => repeated)} were made again.`
	);
}

/** Splits the awards among processes that do not know of each other, like the workers of a queue. */
async function inProcesses(
	context: BenchContext,
	service: ServiceProcess,
	items: IDataObject[],
	rateLimit: { limit: number; windowSeconds: number },
): Promise<Outcome> {
	await service.prepare({ rateLimit });
	const parts = Array.from({ length: PROCESSES }, (_, process) =>
		items.filter((_item, index) => index % PROCESSES === process),
	);
	const { node } = ours('', ourParameters.award(service.about.ids.members.ada), {
		onError: 'continueRegularOutput',
	});
	const runs = await Promise.all(
		parts.map(async (part) => {
			const task: RunTask = {
				packageFolder: context.packageFolder,
				node,
				credential: service.credential,
				items: part,
				warmUp: 0,
			};
			return await runProgram<RunResult>(context, 'runNode', task);
		}),
	);
	const whole: RunResult = {
		wall: Math.max(...runs.map(({ wall }) => wall)),
		cpu: 0,
		peak: 0,
		before: 0,
		items: runs.flatMap((run, process) =>
			run.items.map((item) => ({ ...item, from: item.from * PROCESSES + process })),
		),
	};
	return outcomeOf(whole, (await service.report()).awards, items);
}
