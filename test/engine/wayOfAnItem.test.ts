import { Session, type Profiler } from 'node:inspector';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { root } from '../../scripts/lib/project';
import { atOneTime } from '../harness/clock';
import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { useService } from './sandbox';

/** Counts how many functions of `nodes/` are called, in how many files, and prints the counts. */

/** A little above the counts when they were last measured. Lower them when a way becomes shorter. */
const LIMITS = {
	prepare: { calls: 140, files: 29 },
	prepareFixed: { calls: 110, files: 22 },
	nextAward: { calls: 285, files: 41 },
	award: { calls: 520, files: 49 },
	read: { calls: 255, files: 35 },
};

/**
 * The files that lead from the parameters of an item to its request, and the most of them. The others place the item
 * among those of the run: they look up names, make its key, and check limits.
 */
const TO_REQUEST = /\/(declare|fields|resources)\/|\/run\/readItem\.ts$|\/api\/path\.ts$/;
const FILES_TO_REQUEST = 12;

/** Few items, so that all requests of a run fit into one window. */
const ITEMS = 2;

/** Of how many runs the lowest counts are taken. In some runs a response comes in two parts. */
const RUNS = 3;

/** Milliseconds after the end of a run in which its last promises settle. */
const AFTERWARDS = 10;

const NODES = `${pathToFileURL(path.join(root, 'nodes')).href}/`;

/** Function calls by file. */
type Calls = Map<string, number>;

interface Run {
	parameters: INodeParameters;
	input: IDataObject[];
	/** Whether nothing may be sent, because the run is refused. */
	isRefused?: boolean;
}

const service = useService();
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

/** The calls of a run, once the node has loaded its code. */
async function callsOf({ parameters, input, isRefused = false }: Run): Promise<Calls> {
	const lowest: Calls = new Map();
	for (let run = 0; run <= RUNS; run++) {
		await service.control.reset();
		takeCalls();
		const { items, error } = await runNode({ credential: service.credential(), parameters, input });
		await setTimeout(AFTERWARDS);
		const calls = takeCalls();
		expect(error === undefined).toBe(!isRefused);
		expect(items).toHaveLength(isRefused ? 0 : input.length);
		expect(service.requests.length > 0).toBe(!isRefused);
		if (run === 0) continue;
		for (const [file, count] of calls) lowest.set(file, Math.min(count, lowest.get(file) ?? count));
	}
	return lowest;
}

/** What the larger run calls more often. */
function without(fewer: Calls, calls: Calls): Calls {
	return new Map([...calls].map(([file, count]) => [file, count - (fewer.get(file) ?? 0)]));
}

/** Prints the calls by file, and compares their numbers with the limit. */
function judge(name: string, all: Calls, limit: (typeof LIMITS)[keyof typeof LIMITS]): string[] {
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
