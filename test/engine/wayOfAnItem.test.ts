import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { atOneTime } from '../harness/clock';
import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { countCalls, judge, medianCalls, type Calls } from './functionCalls';
import { useService } from './sandbox';

/** Counts how many functions of `nodes/` are called, in how many files, and prints the counts. */

/** A little above the counts when they were last measured. Lower them when a way becomes shorter. */
const LIMITS = {
	prepare: { calls: 140, files: 29 },
	prepareFixed: { calls: 110, files: 22 },
	nextAward: { calls: 285, files: 41 },
	award: { calls: 520, files: 49 },
	read: { calls: 260, files: 36 },
};

/**
 * The files that lead from the parameters of an item to its request, and the most of them. The others place the item
 * among those of the run: they look up names, make its key, and check limits.
 */
const TO_REQUEST = /\/(declare|fields|resources)\/|\/run\/readItem\.ts$|\/api\/path\.ts$/;
const FILES_TO_REQUEST = 12;

/** Few items, so that all requests of a run fit into one window. */
const ITEMS = 2;

/** Of how many runs the median counts are taken. */
const RUNS = 5;

interface Run {
	parameters: INodeParameters;
	input: IDataObject[];
	/** Whether nothing may be sent, because the run is refused. */
	isRefused?: boolean;
}

const service = useService();
countCalls();

/** The calls of a run, once the node has loaded its code. */
async function callsOf({ parameters, input, isRefused = false }: Run): Promise<Calls> {
	return await medianCalls(RUNS, async () => {
		await service.control.reset();
		const { items, error } = await runNode({ credential: service.credential(), parameters, input });
		expect(error === undefined).toBe(!isRefused);
		expect(items).toHaveLength(isRefused ? 0 : input.length);
		expect(service.requests.length > 0).toBe(!isRefused);
	});
}

/** What the larger run calls more often. */
function without(fewer: Calls, calls: Calls): Calls {
	return new Map([...calls].map(([file, count]) => [file, count - (fewer.get(file) ?? 0)]));
}

const award = (values: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'updateBalance',
	serviceId: byId('={{ $json.member }}'),
	currencyId: byId(service.ids.currencies.stars),
	amount: '={{ $json.amount }}',
	...values,
});
const person = (amount: number) => ({ member: service.ids.members.ada, amount });
const people = (count: number) => Array.from({ length: count }, (_item, index) => person(index + 1));

/** The calls for the last item of a run. */
async function callsOfLast(runOf: (count: number) => Run): Promise<Calls> {
	return without(await callsOf(runOf(ITEMS)), await callsOf(runOf(ITEMS + 1)));
}

// The time slices of the node depend on the clock.
const atRest = (work: () => Promise<void>) => async () => await atOneTime(work);

it(
	'one more award is prepared, in a run that a limit stops',
	atRest(async () => {
		const runOf = (count: number) => ({
			parameters: award({ options: { maximumTotal: 1 } }),
			input: people(count),
			isRefused: true,
		});
		const files = judge('Preparing one more award', await callsOfLast(runOf), LIMITS.prepare);
		const toRequest = files.filter((file) => TO_REQUEST.test(file));
		expect(toRequest.length).toBeGreaterThan(5);
		expect(toRequest.length).toBeLessThanOrEqual(FILES_TO_REQUEST);
	}),
);

it(
	'one more award of fixed values is prepared, in a run that a limit stops',
	atRest(async () => {
		const fixed = { serviceId: byId(service.ids.members.ada), amount: 5, options: { maximumTotal: 1 } };
		const runOf = (count: number) => ({
			parameters: award(fixed),
			input: people(count),
			isRefused: true,
		});
		judge('Preparing one more award of fixed values', await callsOfLast(runOf), LIMITS.prepareFixed);
	}),
);

it(
	'one more award is made',
	atRest(async () => {
		const runOf = (count: number) => ({ parameters: award(), input: people(count) });
		judge('One more award', await callsOfLast(runOf), LIMITS.nextAward);
	}),
);

it(
	'a run makes one award',
	atRest(async () => {
		judge('A run of one award', await callsOf({ parameters: award(), input: people(1) }), LIMITS.award);
	}),
);

// A second read of the realm would share the response of the first.
it(
	'a run reads the realm',
	atRest(async () => {
		const parameters = { resource: 'realm', operation: 'get' };
		judge('A run of one read', await callsOf({ parameters, input: [{}] }), LIMITS.read);
	}),
);
