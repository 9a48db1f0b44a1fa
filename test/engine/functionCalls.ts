import { Session, type Profiler } from 'node:inspector';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { root } from '../../scripts/lib/project';
import { median } from '../harness/numbers';

const NODES = `${pathToFileURL(path.join(root, 'nodes')).href}/`;

/** Milliseconds after the end of some work in which its last promises settle. */
const AFTERWARDS = 10;

/** Function calls by file. */
export type Calls = Map<string, number>;

/** The most calls, and the most files that have one. */
export interface Limit {
	calls: number;
	files: number;
}

const session = new Session();

/** Counts how many functions of `nodes/` are called, by V8's coverage. */
export function countCalls(): void {
	beforeAll(() => {
		session.connect();
		ask('Debugger.enable');
		ask('Profiler.enable');
		ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	});
	afterAll(() => session.disconnect());
}

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
 * In others V8 loses the counts of a function, when it throws its bytecode away. The first time does not count, because
 * the node loads its code then.
 */
export async function medianCalls(times: number, work: () => Promise<void>): Promise<Calls> {
	const runs: Calls[] = [];
	for (let time = 0; time <= times; time++) {
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
export function judge(name: string, all: Calls, limit: Limit): string[] {
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
