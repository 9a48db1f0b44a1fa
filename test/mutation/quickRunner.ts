import { createRequire } from 'node:module';
import path from 'node:path';

import { ModernFakeTimers } from '@jest/fake-timers';
import { expect } from 'expect';
import { bind } from 'jest-each';
import { ModuleMocker } from 'jest-mock';

import { hasQuickClock, startQuickClock } from '../harness/clock';
import '../harness/jest/timeoutSignals';
import { forgetProcessMemory } from '../harness/processMemory';

/** A `describe` block: the hooks around its tests. */
export interface Suite {
	name: string;
	isBegun: boolean;
	beforeAll: Hook[];
	beforeEach: Hook[];
	afterEach: Hook[];
}

type Hook = () => unknown;

/** A test and its suites, the outermost first. */
export interface Found {
	/** The file and all names. It is the same at each loading. */
	id: string;
	suites: Suite[];
	work: Hook;
}

let suites: Suite[] = [];
let found: Found[] = [];

/** Loads a file of tests and returns its declarations. */
export function testsIn(file: string, load: () => void): Found[] {
	found = [];
	suites = [suiteOf(file)];
	load();
	const counts = new Map<string, number>();
	return found.map((test) => {
		const count = (counts.get(test.id) ?? 0) + 1;
		counts.set(test.id, count);
		return count === 1 ? test : { ...test, id: `${test.id} (${count})` };
	});
}

/** @param withEach makes the function that declares one test per row of a table */
testsIn.globals = (withEach: (declare: Declare) => unknown) => {
	const describe: Declare = (name, work) => {
		const around = suites;
		suites = [...suites, suiteOf(name)];
		work();
		suites = around;
	};
	const it: Declare = (name, work) => {
		const id = [...suites.map((suite) => suite.name), name].join(' › ');
		found.push({ id, suites, work });
	};
	const test = Object.assign(it, { each: withEach(it) });
	return {
		describe: Object.assign(describe, { each: withEach(describe) }),
		it: test,
		test,
		beforeAll: (hook: Hook) => void suites.at(-1)?.beforeAll.push(hook),
		beforeEach: (hook: Hook) => void suites.at(-1)?.beforeEach.push(hook),
		afterEach: (hook: Hook) => void suites.at(-1)?.afterEach.push(hook),
		// These tests start nothing that outlives the process.
		afterAll: () => {},
	};
};

type Declare = (name: string, work: Hook) => void;

function suiteOf(name: string): Suite {
	return { name, isBegun: false, beforeAll: [], beforeEach: [], afterEach: [] };
}

/**
 * A test runner for Stryker that runs unit tests in its own process. Jest takes a second or more to start, and there
 * are thousands of changes. Every change loads the modules again, as in Jest. Only the tests that reach the change
 * run. It does not support mocked modules and snapshots, which no test of an area uses.
 */
class QuickRunner {
	static readonly inject = ['options'] as const;

	private readonly files: readonly string[];

	private readonly without: readonly string[];

	constructor({ quick }: { quick: QuickOptions }) {
		this.files = quick.tests;
		this.without = quick.without;
	}

	capabilities() {
		return { reloadEnvironment: true };
	}

	/** Runs all tests, and records which of them reaches which change. */
	async dryRun() {
		const space = stryker();
		const tests = [];
		for (const test of this.load()) {
			space.currentTestId = test.id;
			const startedAt = process.hrtime.bigint();
			const failure = await failureOf(test);
			space.currentTestId = undefined;
			const common = { id: test.id, name: test.id, timeSpentMs: millisecondsSince(startedAt) };
			tests.push(
				failure === undefined
					? { ...common, status: SUCCESS }
					: { ...common, status: FAILED, failureMessage: failure },
			);
		}
		timers.useRealTimers();
		return { status: 'complete', tests, mutantCoverage: space.mutantCoverage };
	}

	/** Runs the tests that reach a change, until the first failure. */
	async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }: MutantRun) {
		const space = stryker();
		Object.assign(space, { hitLimit, hitCount: hitLimit === undefined ? undefined : 0 });
		space.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
		let ran = 0;
		try {
			for (const test of this.load()) {
				if (testFilter && !testFilter.includes(test.id)) continue;
				space.activeMutant = activeMutant.id;
				ran += 1;
				const failure = await failureOf(test);
				if (space.hitLimit !== undefined && (space.hitCount ?? 0) > space.hitLimit) {
					return { status: 'timeout', reason: 'It goes round and round' };
				}
				if (failure !== undefined) {
					return { status: 'killed', killedBy: [test.id], failureMessage: failure, nrOfTests: ran };
				}
			}
		} catch (error) {
			// With this change, the tests do not even load.
			return { status: 'killed', killedBy: [], failureMessage: String(error), nrOfTests: ran };
		} finally {
			timers.useRealTimers();
		}
		return { status: 'survived', nrOfTests: ran };
	}

	/** The tests, with newly loaded modules. */
	private load(): Found[] {
		forgetModules();
		const project = process.cwd() + path.sep;
		const load = createRequire(path.join(project, 'package.json'));
		return this.files
			.flatMap((file) => testsIn(file, () => void load(path.join(project, file))))
			.filter(({ id }) => !this.without.some((words) => id.includes(words)));
	}
}

/** Removes the project's modules, and what they keep in the process, so that they load again. Returns the modules. */
function forgetModules(): NodeJS.Dict<NodeModule> {
	const project = process.cwd() + path.sep;
	forgetProcessMemory();
	const forgotten: NodeJS.Dict<NodeModule> = {};
	for (const [file, loaded] of Object.entries(require.cache)) {
		if (!file.startsWith(project) || file.includes(`${path.sep}node_modules${path.sep}`)) continue;
		forgotten[file] = loaded;
		delete require.cache[file];
	}
	return forgotten;
}

async function isolateModulesAsync(work: () => Promise<void>): Promise<void> {
	const kept = forgetModules();
	try {
		await work();
	} finally {
		forgetModules();
		Object.assign(require.cache, kept);
	}
}

interface QuickOptions {
	/** Paths in the project. */
	tests: readonly string[];
	/** Parts of names of tests to leave out. */
	without: readonly string[];
}

interface MutantRun {
	activeMutant: { id: string };
	testFilter?: string[];
	hitLimit?: number;
	mutantActivation: 'static' | 'runtime';
}

/** The variables that the changed code reads (`@stryker-mutator/api`, `INSTRUMENTER_CONSTANTS`). */
interface Space {
	activeMutant?: string;
	currentTestId?: string;
	mutantCoverage?: unknown;
	hitCount?: number;
	hitLimit?: number;
}

const [SUCCESS, FAILED] = [0, 1];

/** Uses a clock that no test replaces beyond its own end. */
function millisecondsSince(startedAt: bigint): number {
	return Number(process.hrtime.bigint() - startedAt) / 1e6;
}

function stryker(): Space {
	const holder = globalThis as { __stryker__?: Space };
	return (holder.__stryker__ ??= {});
}

/** A test that waits forever has noticed the change. */
const MAX_TEST_MS = 5_000;

const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

async function failureOf({ suites, work }: Found): Promise<string | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const tooLong = new Promise<never>((_resolve, reject) => {
		timer = startTimer(() => reject(new Error('It took too long')), MAX_TEST_MS);
	});
	const all = async (hooks: Array<Suite['beforeEach'][number]>) => {
		for (const hook of hooks) await hook();
	};
	const whole = async () => {
		for (const suite of suites) {
			if (!suite.isBegun) await all(suite.beforeAll);
			suite.isBegun = true;
		}
		await all(suites.flatMap(({ beforeEach }) => beforeEach));
		try {
			await work();
		} finally {
			await all([...suites].reverse().flatMap(({ afterEach }) => afterEach));
		}
	};
	if (hasQuickClock(suites[0]?.name ?? '')) startQuickClock();
	try {
		await Promise.race([whole(), tooLong]);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	} finally {
		stopTimer(timer);
	}
}

const timers = new ModernFakeTimers({
	config: { fakeTimers: {} } as never,
	global: globalThis,
});

const mocker = new ModuleMocker(globalThis);

Object.assign(globalThis, {
	expect,
	jest: Object.assign(timers, {
		fn: mocker.fn.bind(mocker),
		spyOn: mocker.spyOn.bind(mocker),
		restoreAllMocks: () => mocker.restoreAllMocks(),
		isolateModulesAsync,
	}),
	...suiteGlobals(),
});

function suiteGlobals() {
	return testsIn.globals((declare) => bind(declare as never) as never);
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'quick', injectableClass: QuickRunner }];
