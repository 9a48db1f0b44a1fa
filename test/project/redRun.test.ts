import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';
import { failuresOf, summaryOf, type JestResult, type Part } from '../../scripts/lib/jestReport';
import { root } from '../../scripts/lib/project';

const file = (name: string, ...failed: string[]): JestResult['testResults'][number] => ({
	name: path.join(root, 'test', 'unit', name),
	status: 'failed',
	message: '',
	assertionResults: [
		{ status: 'passed', fullName: 'holds' },
		...failed.map((fullName) => ({ status: 'failed', fullName })),
	],
});

const part = (result: Partial<JestResult>): Part => ({
	name: 'Fast tests',
	milliseconds: 61_000,
	passed: 7,
	failures: failuresOf({ numPassedTests: 7, testResults: [], ...result }, root),
});

it('the last ten lines say what failed, and how to run just that', () => {
	const testResults = [file('a.test.ts', "pays (once) what's due"), file('b.test.ts')];
	const lines = summaryOf([part({ testResults })]).slice(-10);
	expect(lines.slice(-5)).toEqual([
		"✘ test/unit/a.test.ts: pays (once) what's due",
		"  npx jest test/unit/a.test.ts -t 'pays .once. what.s due'",
		'✘ test/unit/b.test.ts: it could not be run',
		'  npx jest test/unit/b.test.ts',
		'7 passed, 2 failed',
	]);
});

it('a hundred failures still leave ten lines that help', () => {
	const names = Array.from({ length: 100 }, (_, index) => `sentence ${index}`);
	const lines = summaryOf([part({ testResults: [file('a.test.ts', ...names)] })]).slice(-10);
	expect(lines).toContain("  npx jest test/unit/a.test.ts -t 'sentence 2'");
	expect(lines.slice(-2)).toEqual(['… and 97 more', '7 passed, 100 failed']);
});

it('a green run says how many passed', () => {
	expect(summaryOf([part({})]).at(-1)).toBe('7 passed, 0 failed');
	expect(summaryOf([{ ...part({}), passed: 0 }]).slice(-2)).toEqual(['No test ran.', '0 passed, 0 failed']);
});

describe('.ci/run', () => {
	const script = fs.readFileSync(path.join(root, '.ci', 'run'), 'utf8');

	it('runs the fast things first, and the small sizes of the reliability tests', () => {
		const order = [
			'run.mjs\n',
			'run.mjs pack',
			'npm run lint',
			'npm run test:fast',
			'npm test',
			'test:reliability',
		];
		const places = order.map((command) => script.indexOf(command));
		expect(places).toEqual([...places].sort((one, other) => one - other));
		expect(places[0]).toBeGreaterThan(0);
		expect(script).toContain('npm run test:reliability -- --quick\n');
	});

	it('packs once, and has everything take that tarball', () => {
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
			path.join('test', 'project', 'redRun.test.ts'),
		]);
	});

	it('ends a red run with what failed and the command for just that', () => {
		const folder = temporaryFolder('red-run');
		const spoiled = script.replace(/\nstep [^]*$/, "\nstep 'Something' sh -c 'exit 3'\necho later\n");
		fs.mkdirSync(path.join(folder.path, '.ci'));
		fs.writeFileSync(path.join(folder.path, '.ci', 'run'), spoiled);
		const { status, stdout } = spawnSync('bash', [path.join(folder.path, '.ci', 'run')], {
			encoding: 'utf8',
		});
		folder.remove();
		expect(status).toBe(3);
		expect(stdout).toMatch(/\n✘ Something failed after \d+ s\. Run just that with:\n {2}sh -c exit 3\n$/);
		expect(stdout).not.toContain('later');
	});
});
