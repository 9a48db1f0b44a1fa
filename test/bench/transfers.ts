import type { IDataObject } from 'n8n-workflow';

import { startTask } from '../../scripts/lib/progress';
import { httpParameters, httpRequest, inBatches, ours, ourParameters } from './contenders';
import { race } from './measure';
import type { Findings } from './report';
import type { ServiceProcess } from './serviceProcess';
import type { BenchContext } from './context';
import { leastTime, outcomeOf, rowsOf, type Outcome } from './underLimit';

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
