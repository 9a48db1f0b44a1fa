import type { IDataObject } from 'n8n-workflow';

import { startTask } from '../../scripts/lib/progress';
import { median, short } from '../harness/numbers';
import {
	httpParameters,
	httpRequest,
	ourParameters,
	ours,
	race,
	type BenchContext,
	type Contender,
	type Measurement,
} from './measure';
import { compare, type Findings } from './report';
import type { ServiceProcess } from './serviceProcess';

const ITEMS = 1_000;
const WARM_UP = 100;
const LATENCY_MS = 20;

/** a) A thousand different records, each read once, without a rate limit. */
export async function reads(context: BenchContext, service: ServiceProcess): Promise<Findings> {
	const count = Math.ceil(ITEMS * context.scale);
	const task = startTask(`${count} reads at ${LATENCY_MS} ms`);
	const { baseUrl, ids } = service.about;
	const { contractAddress } = ids.nft;
	const items: IDataObject[] = Array.from({ length: count }, (_, number) => ({ tokenId: `bench-${number}` }));
	const contenders = [
		ours('our node', ourParameters.getNft(contractAddress)),
		httpRequest('HTTP Request', httpParameters.getNft(baseUrl, contractAddress)),
	];
	const warmUp = Math.ceil(WARM_UP * context.scale);
	const [mine = [], theirs = []] = await race(contenders, {
		context,
		service,
		preparation: { latency: LATENCY_MS, nfts: count },
		items,
		warmUp,
		check: (measurement, contender) => checkReads(measurement, contender, items, count + warmUp),
		progress: (note) => task.update({ note }),
	});
	task.succeed();
	const of = (list: Measurement[], number: (run: Measurement['run']) => number) =>
		list.map(({ run }) => number(run));
	const row = (what: string, number: (run: Measurement['run']) => number, unit: string, atMost?: number) =>
		compare({
			part: 'a',
			what: `${count} reads at ${LATENCY_MS} ms: ${what}`,
			against: 'HTTP Request with its defaults',
			ours: of(mine, number),
			theirs: of(theirs, number),
			unit,
			atMost,
		});
	return {
		rows: [
			row('wall time', ({ wall }) => wall, ' ms', 0.65),
			row('processor time per item', ({ cpu }) => cpu / count, ' ms', 0.65),
			row('peak memory of the process', ({ peak }) => peak, ' MiB'),
			row('growth of that memory during the run', ({ peak, before }) => peak - before, ' MiB'),
		],
		notes: [],
	};
}

/** Every item must come out with its own record, and no record may be read twice. */
function checkReads(
	{ run, service }: Measurement,
	{ name }: Contender,
	items: IDataObject[],
	requests: number,
): void {
	if (run.error) throw new Error(`${name} stopped: ${run.error}`);
	const wrong = items.findIndex(({ tokenId }, index) => {
		const json = run.items.find(({ from }) => from === index)?.json;
		const record = (json?.data ?? json) as IDataObject | undefined;
		return record?.tokenId !== tokenId;
	});
	if (wrong !== -1 || run.items.length !== items.length) {
		throw new Error(
			`${name} returned ${run.items.length} items instead of ${items.length}. Item ${wrong} is wrong.`,
		);
	}
	if (service.requests !== requests) {
		throw new Error(`${name} sent ${service.requests} requests for ${requests} items.`);
	}
}

const ANALYTICS = 500;
const FEWER = 50;

/** c) Many items that all read the analytics of one currency. */
export async function analytics(context: BenchContext, service: ServiceProcess): Promise<Findings> {
	const count = Math.ceil(ANALYTICS * context.scale);
	const task = startTask(`${count} reads of the same analytics`);
	const { baseUrl, realmId, ids } = service.about;
	const { stars } = ids.currencies;
	const contenders = [
		ours('our node', ourParameters.analytics(stars)),
		httpRequest('HTTP Request', httpParameters.analytics(baseUrl, realmId, stars)),
	];
	const results = await race(contenders, {
		context,
		service,
		preparation: { latency: LATENCY_MS },
		items: Array.from({ length: count }, (_, number) => ({ row: number })),
		check: ({ run }, { name }) => {
			const good = run.items.filter(({ json }) =>
				JSON.stringify(json).includes(`"pointsSystemId":"${stars}"`),
			);
			const sources = new Set(good.map(({ from }) => from));
			if (sources.size === count && run.items.length === count) return;
			throw new Error(
				`${name} returned ${good.length} correct items instead of ${count}: ${run.error ?? 'no error'}`,
			);
		},
		progress: (note) => task.update({ note }),
	});
	task.succeed();
	const [mine = 0, theirs = 0] = results.map((list) =>
		median(list.map(({ service: seen }) => seen.requests)),
	);
	const [myTime = 0, theirTime = 0] = results.map((list) => median(list.map(({ run }) => run.wall)));
	const common = { part: 'c', against: 'HTTP Request with its defaults' };
	return {
		rows: [
			{
				...common,
				what: `${count} analytics of one currency: requests`,
				ours: short(mine),
				theirs: short(theirs),
				ratio: `${short(theirs / mine)} times fewer`,
				goal: `at least ${FEWER} times fewer`,
				met: theirs / mine >= FEWER,
			},
			{
				...common,
				what: `${count} analytics of one currency: wall time`,
				ours: `${short(myTime)} ms`,
				theirs: `${short(theirTime)} ms`,
				ratio: short(myTime / theirTime),
				goal: '',
			},
		],
		notes: [],
	};
}
