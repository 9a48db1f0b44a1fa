import { startTask } from '../../scripts/lib/progress';
import { httpParameters, httpRequest, ours, ourParameters } from './contenders';
import { race } from './measure';
import { median, short } from '../harness/numbers';
import type { Findings } from './report';
import type { ServiceProcess } from './serviceProcess';
import type { BenchContext } from './context';

const ITEMS = 500;
const LATENCY_MS = 20;
const FEWER = 50;

/** c) Many items that all read the analytics of one currency. */
export async function analytics(context: BenchContext, service: ServiceProcess): Promise<Findings> {
	const count = Math.ceil(ITEMS * context.scale);
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
