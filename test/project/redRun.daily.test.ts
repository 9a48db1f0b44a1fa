// Every day, because it waits for hanging tests. At once: test/project/githubWorkflows.test.ts.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { summaryOf, tellFailures, type Part } from '../../scripts/lib/failures';
import { temporaryFolder, type TemporaryFolder } from '../../scripts/lib/folder';
import { runJest } from '../../scripts/lib/jest';
import { root } from '../../scripts/lib/project';
import { SEED } from '../../scripts/lib/seed';

const SEEDED = `REWARDS_ENGAGEMENT_SEED=${SEED}`;

let folder: TemporaryFolder;
beforeEach(() => (folder = temporaryFolder('red-run')));
afterEach(() => folder.remove());

/** Runs Jest with these test files, each named after its key. */
async function jestOver(files: Record<string, string>, hangsAfterMs: number) {
	for (const [name, code] of Object.entries(files))
		fs.writeFileSync(path.join(folder.path, `${name}.test.js`), code);
	fs.writeFileSync(path.join(folder.path, 'jest.config.js'), 'module.exports = { transform: {} };');
	return await runJest([], { root: folder.path, folder: folder.path, hangsAfterMs, isQuiet: true });
}

it('a failing test, a slow test and a broken file are reported with the command to run each again', async () => {
	const { passed, failures } = await jestOver(
		{
			sum: "it('adds', () => undefined); it(\"pays (once) what's due\", () => { throw new Error('no'); });",
			slow: "it('waits', () => new Promise(() => undefined), 10);",
			broken: "require('./nowhere');",
		},
		60_000,
	);
	expect(passed).toBe(1);
	expect(failures.sort((one, other) => one.what.localeCompare(other.what))).toEqual([
		{ what: 'broken.test.js: it could not be run', again: `${SEEDED} npx jest broken.test.js` },
		{ what: 'slow.test.js: waits', again: `${SEEDED} npx jest slow.test.js -t 'waits'` },
		{
			what: "sum.test.js: pays (once) what's due",
			again: `${SEEDED} npx jest sum.test.js -t 'pays .once. what.s due'`,
		},
	]);
}, 60_000);

it('a file that hangs is stopped and reported', async () => {
	const code = 'it("ends", () => new Promise(() => undefined), 1_000_000);';
	const { failures } = await jestOver({ endless: code }, 15_000);
	expect(failures).toEqual([
		{ what: 'endless.test.js: it did not end', again: `${SEEDED} npx jest endless.test.js` },
	]);
}, 60_000);

const failuresOf = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ what: `sentence ${index}`, again: `command ${index}` }));
const part: Part = { name: 'Fast tests', milliseconds: 61_000, passed: 7, failures: [] };

it('after a hundred failures the last ten lines still help', () => {
	const lines = summaryOf([{ ...part, failures: failuresOf(100) }]).slice(-10);
	expect(lines.slice(-4)).toEqual(['✘ sentence 2', '  command 2', '… and 97 more', '7 passed, 100 failed']);
});

it('a successful run reports how many passed', () => {
	expect(summaryOf([part]).at(-1)).toBe('7 passed, 0 failed');
	expect(summaryOf([{ ...part, passed: 0 }]).slice(-2)).toEqual(['No test ran.', '0 passed, 0 failed']);
});

describe('.ci/run', () => {
	const script = fs.readFileSync(path.join(root, '.ci', 'run'), 'utf8');

	it('runs the fast steps first', () => {
		const order = ['run.mjs\n', 'run.mjs pack', 'npm run lint', 'npm run test:fast', 'npm test'];
		const places = order.map((command) => script.indexOf(command));
		expect(places).toEqual([...places].sort((one, other) => one - other));
		expect(places[0]).toBeGreaterThan(0);
	});

	it('packs once, and uses that tarball everywhere', () => {
		expect(script.match(/run\.mjs pack/g)).toHaveLength(1);
		expect(script).toContain('export REWARDS_ENGAGEMENT_TARBALL');
		const code = ['scripts', 'test'].flatMap((folder) =>
			fs
				.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
				.map((name) => path.join(folder, name)),
		);
		const packing = code.filter((name) =>
			fs.readFileSync(path.join(root, name), 'utf8').includes('packTarball('),
		);
		expect(packing.sort()).toEqual([
			path.join('scripts', 'lib', 'pack.ts'),
			path.join('scripts', 'pack.ts'),
			path.join('test', 'project', 'redRun.daily.test.ts'),
		]);
	});

	/** Runs `.ci/run` with other steps than its own. */
	function runWith(steps: string): { status: number | null; stdout: string } {
		const own = script.indexOf("step 'Install the dependencies'");
		fs.mkdirSync(path.join(folder.path, '.ci'));
		const file = path.join(folder.path, '.ci', 'run');
		fs.writeFileSync(file, `${script.slice(0, own)}${steps}`);
		const env = { ...process.env, REWARDS_ENGAGEMENT_SEED: '7' };
		return spawnSync('bash', ['-c', `bash '${file}' 2>&1`], { encoding: 'utf8', env });
	}

	it('ends a red run with the step that failed and its command', () => {
		const { status, stdout } = runWith("step 'Something' sh -c 'exit 3'\necho later\n");
		expect(status).toBe(3);
		expect(stdout).toMatch(
			/\n✘ Something failed after \d+ s\. To run only this again:\n {2}REWARDS_ENGAGEMENT_SEED=7 sh -c exit 3\n$/,
		);
		expect(stdout).not.toContain('later');
	});

	it('ends with the test, its seed and its command when the step reports them', () => {
		const file = path.join(folder.path, 'failures');
		process.env.REWARDS_ENGAGEMENT_FAILURES = file;
		tellFailures([{ what: 'a.test.ts: pays once', again: 'SEED=7 npx jest a.test.ts' }]);
		delete process.env.REWARDS_ENGAGEMENT_FAILURES;
		const tell = `cat '${file}' >>"$REWARDS_ENGAGEMENT_FAILURES"`;
		const { stdout } = runWith(
			`tell() { ${tell}; exit 1; }\nstep 'Tests' bash -c "$(declare -f tell); tell"`,
		);
		expect(stdout).toMatch(
			/✘ Tests failed after \d+ s\. To run only this again:\n✘ a\.test\.ts: pays once\n {2}SEED=7 npx jest a\.test\.ts\n$/,
		);
	});

	it('ends a step that hangs', () => {
		const { status, stdout } = runWith("limit=1\nstep 'Something' sleep 60\n");
		expect(status).toBe(124);
		expect(stdout).toMatch(/✘ Something failed after \d+ s\. To run only this again:\n.* sleep 60\n$/);
	});

	const steps = script.slice(script.indexOf('# They wait for npm and n8n'));
	const withLane = (demo: string, slow: string) =>
		steps
			.replace('npm run check:package', 'true')
			.replace('npm run demo -- --once', () => demo)
			.replace('npm test -- --slow', () => slow);

	it('ends with the failure of the steps that run in parallel', () => {
		const { status, stdout } = runWith(withLane('false', 'echo done'));
		expect(status).toBe(1);
		expect(stdout).toMatch(
			/done\n[^]*✘ The demo, once failed after \d+ s\. To run only this again:\n.* false\n$/,
		);
	});

	it('ends the parallel steps when the tests fail', () => {
		const pidFile = path.join(folder.path, 'pid');
		const lane = `sh -c 'echo $$ >"${pidFile}"; exec sleep 613'`;
		const slow = `sh -c 'until [ -s "${pidFile}" ]; do sleep 0.1; done; exit 2'`;
		const { status, stdout } = runWith(withLane(lane, slow));
		expect(status).toBe(2);
		expect(stdout).toMatch(/✘ Tests in a real n8n failed after \d+ s\./);
		const pid = Number(fs.readFileSync(pidFile, 'utf8'));
		expect(pid).toBeGreaterThan(1);
		expect(() => process.kill(pid, 0)).toThrow('ESRCH');
	});
});
