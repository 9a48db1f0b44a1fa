import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';
import { program, root } from '../../scripts/lib/project';

const FILES = ['one', 'two', 'three'];

interface Told {
	/** The listeners that Jest calls at each event of this file's tests. */
	listeners: number;
	/** The asynchronous contexts that Node.js passes on at every promise. */
	contexts: number;
	/** Whether the arrays of this file are those of the first file. */
	sharesArrays: boolean;
	/** What earlier files made, or Jest for them, that is still in memory. */
	kept: number;
}

/** Writes what a test file finds in its worker. */
const TELL = (file: string) => `
const marks = (process.marks ??= []);
const arrays = (process.arrays ??= Object.getPrototypeOf([]));
const mark = { big: new Array(1_000).fill(module) };
test('tells', async () => {
	require('node:v8').setFlagsFromString('--expose-gc');
	await new Promise((resolve) => setImmediate(resolve));
	require('node:vm').runInNewContext('gc')();
	require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify({
		listeners: globalThis[Symbol.for('EVENT_HANDLERS')].length,
		contexts: Object.getOwnPropertySymbols(require('node:async_hooks').executionAsyncResource()).length,
		sharesArrays: [] instanceof Array && Object.getPrototypeOf([]) === arrays,
		kept: marks.filter((one) => one.deref() !== undefined).length,
	}));
	marks.push(new WeakRef(mark), new WeakRef(process.exit));
});
`;

const folder = temporaryFolder('jest-environment');
afterAll(() => folder.remove());

/** Runs the files one after another in one worker. */
function toldIn(setting: { testEnvironment: string; runtime?: string }): Told[] {
	const told = (name: string) => path.join(folder.path, `${name}.json`);
	for (const name of FILES) fs.writeFileSync(path.join(folder.path, `${name}.test.js`), TELL(told(name)));
	const config = { rootDir: folder.path, ...setting, testMatch: ['**/*.test.js'] };
	const args = ['--runInBand', '--silent', '--config', JSON.stringify(config)];
	execFileSync(process.execPath, [program('jest', 'bin/jest.js'), ...args], { cwd: root, stdio: 'pipe' });
	return FILES.map((name) => JSON.parse(fs.readFileSync(told(name), 'utf8')) as Told);
}

const inHarness = (name: string) => path.join(root, 'test', 'harness', 'jest', name);
let ours: Told[];
beforeAll(() => {
	const runtime = inHarness('packagesOnce.cjs');
	ours = toldIn({ testEnvironment: inHarness('workerEnvironment.cjs'), runtime });
});

it('each test file of a worker has only its own listeners', () => {
	const [ofJest] = toldIn({ testEnvironment: 'node' });
	expect(ofJest!.listeners).toBeGreaterThan(0);
	expect(ours.map(({ listeners }) => listeners)).toEqual(FILES.map(() => ofJest!.listeners));
});

it('test files share the globals of their worker, and leave no modules and contexts in it', () => {
	expect(ours.map(({ sharesArrays }) => sharesArrays)).toEqual([true, true, true]);
	expect(ours.map(({ kept }) => kept)).toEqual([0, 0, 0]);
	expect(new Set(ours.map(({ contexts }) => contexts)).size).toBe(1);
});

describe('a module that is loaded later', () => {
	interface Early {
		/** Loads another module at each call. */
		late: () => object;
	}

	const folder = temporaryFolder('isolated-modules');
	const [early, late] = ['early.js', 'late.js'].map((name) => path.join(folder.path, name)) as [
		string,
		string,
	];
	beforeAll(() => {
		fs.writeFileSync(early, `exports.late = () => require('./late');`);
		fs.writeFileSync(late, 'exports.own = {};');
	});
	afterAll(() => folder.remove());

	const load = <Module extends object>(file: string) => jest.requireActual<Module>(file);

	function isolated(): Early {
		let module: Early | undefined;
		jest.isolateModules(() => void (module = load<Early>(early)));
		return module!;
	}

	it('what an isolated module loads later is isolated with it', () => {
		const [one, other] = [isolated(), isolated()];
		expect(one.late()).toBe(one.late());
		expect(new Set([one.late(), other.late(), load(late), load<Early>(early).late()]).size).toBe(3);
	});

	it('a module that an isolated one loads later does not isolate the modules of the test', () => {
		isolated().late();
		expect(load(late)).toBe(load<Early>(early).late());
		expect(isolated().late()).not.toBe(load(late));
	});
});
