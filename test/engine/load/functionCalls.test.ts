import { Session, type Profiler } from 'node:inspector';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { root } from '../../../scripts/lib/project';
import { atOneTime } from '../../harness/clock';
import { median } from '../../harness/numbers';
import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { PollNode } from '../pollNode';
import { emittedIds, join } from '../polledRecords';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';
import { TriggerNode } from '../triggerNode';

/** Counts how many functions of `nodes/` are called, in how many files, and prints the counts. */

/** A little above the counts when they were last measured. Lower them when a way becomes shorter. */
const LIMITS = {
	prepare: { calls: 140, files: 29 },
	prepareFixed: { calls: 110, files: 22 },
	nextAward: { calls: 285, files: 41 },
	award: { calls: 520, files: 49 },
	read: { calls: 260, files: 36 },
	poll: { calls: 360, files: 40 },
	delivery: { calls: 120, files: 15 },
	filteredDelivery: { calls: 256, files: 23 },
	ignoredDelivery: { calls: 46, files: 11 },
	forgedDelivery: { calls: 51, files: 10 },
};

/**
 * The files that lead from the parameters of an item to its request, and the most of them. The others place the item
 * among those of the run: they look up names, make its key, and check limits.
 */
const TO_REQUEST = /\/(declare|fields|resources)\/|\/run\/readItem\.ts$|\/api\/path\.ts$/;
const FILES_TO_REQUEST = 12;

/** Few items, so that all requests of a run fit into one window. */
const ITEMS = 2;

/** Of how many times the median counts are taken. */
const TIMES = 5;

const NODES = `${pathToFileURL(path.join(root, 'nodes')).href}/`;

/** Milliseconds after the end of some work in which its last promises settle. */
const AFTERWARDS = 10;

/** Function calls by file. */
type Calls = Map<string, number>;

const service = useService();
withoutPauses();

const session = new Session();
beforeAll(() => {
	session.connect();
	ask('Debugger.enable');
	ask('Profiler.enable');
	ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterAll(() => session.disconnect());

/** The response to a command of V8's inspector. It comes at once, because the inspector is in this thread. */
function ask<T>(command: string, parameters: object = {}): T {
	let response: unknown;
	session.post(command, parameters, (error, result) => {
		if (error) throw new Error(`${command}: ${error.message}`);
		response = result;
	});
	return response as T;
}

/** The calls since the last time. */
function takeCalls(): Calls {
	const { result } = ask<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage');
	const calls: Calls = new Map();
	for (const { url, scriptId, functions } of result.filter((script) => script.url.startsWith(NODES))) {
		const start = startOfCode(scriptId);
		const counts = functions
			.flatMap(({ ranges }) => ranges)
			.map(({ startOffset, count }) => (startOffset > start ? count : 0));
		const file = url.slice(NODES.length);
		calls.set(
			file,
			counts.reduce((sum, count) => sum + count, calls.get(file) ?? 0),
		);
	}
	return calls;
}

/**
 * Where the code of a file starts. Before that, esbuild puts a getter of each export. The getters are called at every
 * use of an import, and the package has none. The function of the whole file starts there too.
 */
function startOfCode(scriptId: string): number {
	const { scriptSource } = ask<{ scriptSource: string }>('Debugger.getScriptSource', { scriptId });
	return Math.max(0, scriptSource.indexOf('module.exports ='));
}

/**
 * The median calls of some work that is done a few times. In some runs a response comes in two parts, which adds calls.
 * The first time does not count, because the node loads its code then.
 */
async function medianCalls(work: () => Promise<void>): Promise<Calls> {
	const runs: Calls[] = [];
	for (let time = 0; time <= TIMES; time++) {
		takeCalls();
		await work();
		await setTimeout(AFTERWARDS);
		const calls = takeCalls();
		if (time > 0) runs.push(calls);
	}
	const files = new Set(runs.flatMap((calls) => [...calls.keys()]));
	return new Map([...files].map((file) => [file, median(runs.map((calls) => calls.get(file) ?? 0))]));
}

/** Prints the calls by file, and compares their numbers with the limit. @returns the files */
function judge(name: string, all: Calls, limit: { calls: number; files: number }): string[] {
	const used = [...all].filter(([, count]) => count > 0);
	used.sort(([oneFile, one], [otherFile, other]) => other - one || oneFile.localeCompare(otherFile));
	const calls = used.reduce((sum, [, count]) => sum + count, 0);
	const lines = used.map(([file, count]) => `${String(count).padStart(6)} ${file}\n`);
	console.log(`${name}: ${calls} calls in ${used.length} files\n${lines.join('')}`);
	expect(calls).toBeGreaterThan(0);
	expect(calls).toBeLessThanOrEqual(limit.calls);
	expect(used.length).toBeLessThanOrEqual(limit.files);
	return used.map(([file]) => file);
}

// The time slices of the node, and some waits, depend on the clock.
const atRest = (work: () => Promise<void>) => async () => await atOneTime(work);

interface Run {
	parameters: INodeParameters;
	input: IDataObject[];
	/** Whether nothing may be sent, because the run is refused. */
	isRefused?: boolean;
}

/** The calls of a run, once the node has loaded its code. */
async function callsOf({ parameters, input, isRefused = false }: Run): Promise<Calls> {
	return await medianCalls(async () => {
		await service.control.reset();
		const { items, error } = await runNode({ credential: service.credential(), parameters, input });
		expect(error === undefined).toBe(!isRefused);
		expect(items).toHaveLength(isRefused ? 0 : input.length);
		expect(service.requests.length > 0).toBe(!isRefused);
	});
}

/** The calls for the last item of a run, which a run without it does not make. */
async function callsOfLast(runOf: (count: number) => Run): Promise<Calls> {
	const fewer = await callsOf(runOf(ITEMS));
	const calls = await callsOf(runOf(ITEMS + 1));
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
const people = (count: number) =>
	Array.from({ length: count }, (_item, index) => ({ member: service.ids.members.ada, amount: index + 1 }));

it(
	'one more award is prepared, in a run that a limit stops',
	atRest(async () => {
		const parameters = award({ options: { maximumTotal: 1 } });
		const calls = await callsOfLast((count) => ({ parameters, input: people(count), isRefused: true }));
		const files = judge('Preparing one more award', calls, LIMITS.prepare);
		const toRequest = files.filter((file) => TO_REQUEST.test(file));
		expect(toRequest.length).toBeGreaterThan(5);
		expect(toRequest.length).toBeLessThanOrEqual(FILES_TO_REQUEST);
	}),
);

it(
	'one more award of fixed values is prepared, in a run that a limit stops',
	atRest(async () => {
		const serviceId = byId(service.ids.members.ada);
		const parameters = award({ serviceId, amount: 5, options: { maximumTotal: 1 } });
		const calls = await callsOfLast((count) => ({ parameters, input: people(count), isRefused: true }));
		judge('Preparing one more award of fixed values', calls, LIMITS.prepareFixed);
	}),
);

it(
	'one more award is made',
	atRest(async () => {
		const calls = await callsOfLast((count) => ({ parameters: award(), input: people(count) }));
		judge('One more award', calls, LIMITS.nextAward);
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

describe('a delivery', () => {
	let trigger: TriggerNode;
	let number = 0;
	afterEach(async () => {
		await trigger.close();
		expect([trigger.thrown, trigger.failures]).toEqual([[], []]);
	});

	interface Delivered {
		parameters?: INodeParameters;
		type?: string;
		secret?: string;
	}

	/** The calls of its webhook, and of the first step of its execution. */
	async function callsOfDelivery({ parameters = {}, type = 'quest.completed', secret = '' }: Delivered) {
		trigger = new TriggerNode({ events: ['quest.completed'], ...parameters }, service.credential());
		await trigger.listen();
		await trigger.publish();
		return await medianCalls(async () => {
			const timestamp = new Date().toISOString();
			const data = { quest: { id: 'quest' }, member: { id: 'member' }, number: ++number };
			const body = JSON.stringify({ type, timestamp, realmId: service.realmId, data });
			await trigger.post(body, { 'x-service-signature': trigger.sign(body, secret || trigger.secret) });
		});
	}

	const filters = () => ({ questId: byId('quest'), memberId: byId('member') });
	const options = { maximumAge: 60, respond: 'whenFinished' };

	it.each<[string, keyof typeof LIMITS, () => Delivered, number]>([
		['runs', 'delivery', () => ({}), TIMES + 1],
		[
			'passes filters and a maximum age, and is answered when its workflow has finished',
			'filteredDelivery',
			() => ({ parameters: { filters: filters(), options } }),
			TIMES + 1,
		],
		['of another type is ignored', 'ignoredDelivery', () => ({ type: 'member.joined' }), 0],
		['that is forged is refused', 'forgedDelivery', () => ({ secret: 'a forger' }), 0],
	])('%s', async (what, limit, delivered, runs) => {
		await atOneTime(async () => {
			judge(`A delivery that ${what}`, await callsOfDelivery(delivered()), LIMITS[limit]);
			expect(trigger.runs).toHaveLength(runs);
		});
	});
});

it('a poll finds one member', async () => {
	processedValues.clear();
	const node = new PollNode({ events: ['member.joined'] }, service.credential());
	await node.activate();
	const joined: string[] = [];
	const calls = await medianCalls(async () => {
		joined.push(join(service, new Date(Date.now() + joined.length * 1_000).toISOString()));
		await node.poll();
	});
	expect(emittedIds(node, 'member')).toEqual(joined);
	judge('A poll that finds one member', calls, LIMITS.poll);
});
