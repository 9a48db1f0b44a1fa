import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';
import { LINTERS } from '../../scripts/lib/linters';
import { program, root } from '../../scripts/lib/project';

const CONFIG = path.join(root, '.dependency-cruiser.cjs');
const NODES = 'nodes/RewardsEngagement';
const { forbidden } = createRequire(__filename)(CONFIG) as {
	forbidden: Array<{ name: string; from: { path?: string } }>;
};

/** For each rule, an import that it refuses: from this file to that file. */
const REFUSED: Record<string, [from: string, to: string]> = {
	'no-circle-of-files': ['test/unit/one', 'test/unit/other'],
	'no-circle-of-folders': ['test/engine/one/a', 'test/engine/other/b'],
	'credentials-import-what-is-shared': ['credentials/one', `${NODES}/api/client`],
	'nodes-import-nodes': [`${NODES}/root`, 'sandbox/service'],
	'floor-1-imports-those-below': [`${NODES}/trigger/deep/one`, `${NODES}/pollTrigger/other`],
	'floor-2-imports-those-below': [`${NODES}/resources/one`, `${NODES}/trigger/other`],
	'floor-3-imports-those-below': [`${NODES}/run/one`, `${NODES}/resources/other`],
	'floor-4-imports-those-below': [`${NODES}/fields/one`, `${NODES}/run/other`],
	'floor-5-imports-those-below': [`${NODES}/idempotency/one`, `${NODES}/events/other`],
	'floor-6-imports-those-below': [`${NODES}/host/one`, `${NODES}/idempotency/other`],
	'floor-7-imports-those-below': [`${NODES}/api/one`, `${NODES}/host/other`],
	'floor-8-imports-those-below': [`${NODES}/errors/one`, `${NODES}/api/other`],
	'floor-9-imports-those-below': [`${NODES}/shared/one`, `${NODES}/errors/other`],
	'sandbox-imports-sandbox': ['sandbox/base/one', 'scripts/lib/other'],
	'library-imports-library': ['scripts/lib/one', 'sandbox/other'],
	'derived-imports-nodes-and-sandbox': ['scripts/lib/derived/one', 'test/harness/other'],
	'fixtures-import-nodes-and-sandbox': ['test/fixtures/one', 'test/harness/third'],
	'harness-imports-sandbox': ['test/harness/one', `${NODES}/run/third`],
	'suite-imports-no-other': ['test/sandbox/one', 'test/project/other'],
	'command-imports-no-other': ['scripts/one', 'scripts/other'],
};

/** Imports that close the two circles, and other allowed ones. */
const ALLOWED: Array<[from: string, to: string]> = [
	['test/unit/other', 'test/unit/one'],
	['test/engine/other/c', 'test/engine/one/d'],
	['credentials/one', `${NODES}/shared/record`],
	[`${NODES}/root`, `${NODES}/trigger/deep/one`],
	[`${NODES}/trigger/deep/one`, `${NODES}/trigger/beside`],
	[`${NODES}/trigger/deep/one`, `${NODES}/run/fourth`],
	[`${NODES}/api/one`, `${NODES}/errors/fourth`],
	['scripts/lib/derived/one', 'nodes/fifth'],
	['test/e2e/one', 'test/harness/fourth'],
	['test/e2e/one', 'test/e2e/beside'],
	['test/e2e/one', 'scripts/lib/fourth'],
	['scripts/one', 'test/bench/one'],
];

interface Cruised {
	summary: { violations: Array<{ rule: { name: string }; from: string; to: string }> };
}

it('each rule refuses its own import, also of types, and nothing else is refused', () => {
	const folder = temporaryFolder('layers');
	const write = (file: string, code: string) => {
		const place = path.join(folder.path, file);
		fs.mkdirSync(path.dirname(place), { recursive: true });
		fs.appendFileSync(place, code);
	};
	write('tsconfig.json', '{}');
	for (const [from, to] of [...Object.values(REFUSED), ...ALLOWED]) {
		const way = path.posix.relative(path.posix.dirname(from), to);
		write(`${to}.ts`, 'export type X = 1;\n');
		write(`${from}.ts`, `import type { X } from '${way.startsWith('.') ? way : `./${way}`}';\n`);
	}
	const { args } = LINTERS.find(({ what }) => what === 'The imports between folders')!;
	const { stdout } = spawnSync(process.execPath, [...args, '--config', CONFIG, '--output-type', 'json'], {
		cwd: folder.path,
		encoding: 'utf8',
	});
	folder.remove();
	const { violations } = (JSON.parse(stdout) as Cruised).summary;
	const found = violations
		.filter(({ rule }) => !rule.name.startsWith('no-circle'))
		.map(({ rule, from, to }) => [rule.name, [from, to].map((file) => file.replace(/\.ts$/, ''))]);
	const wanted = Object.entries(REFUSED).filter(([name]) => !name.startsWith('no-circle'));
	expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
	expect(found).toHaveLength(wanted.length);
	// The imports that go up also close circles. This separates them from the circles of the suites.
	const circles = violations.filter(
		({ rule, from }) => rule.name.startsWith('no-') && from.startsWith('test/'),
	);
	expect(circles.map(({ rule, from }) => `${rule.name} ${from}`).sort()).toEqual([
		'no-circle-of-files test/unit/one.ts',
		'no-circle-of-folders test/engine/one',
		'no-circle-of-folders test/engine/other',
	]);
});

it('there is a case for each rule', () => {
	expect(Object.keys(REFUSED)).toEqual(forbidden.map(({ name }) => name));
});

it('every folder of the nodes is on a floor', () => {
	const floors = forbidden.filter(({ name }) => name.startsWith('floor-'));
	const folders = fs
		.readdirSync(path.join(root, NODES), { withFileTypes: true })
		.filter((one) => one.isDirectory());
	expect(folders.length).toBeGreaterThanOrEqual(10);
	for (const { name } of folders) {
		const above = floors.filter(({ from }) => new RegExp(from.path!).test(`${NODES}/${name}/file.ts`));
		expect([name, above.length]).toEqual([name, 1]);
	}
});

it.each([
	[`${NODES}/api/client.ts`, ['n8n-workflow', 'zod', 'node:crypto']],
	['credentials/RewardsEngagementApi.credentials.ts', ['n8n-workflow']],
])('%s imports no package but %j', (file, given) => {
	const args = [program('eslint', 'bin/eslint.js'), '-c', 'eslint.house.config.mjs', '--print-config', file];
	const { rules } = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })) as {
		rules: { 'no-restricted-imports': [number, { patterns: Array<{ regex: string }> }] };
	};
	const [severity, { patterns }] = rules['no-restricted-imports'];
	const isRefused = (name: string) => patterns.some(({ regex }) => new RegExp(regex, 'u').test(name));
	const others = ['axios', 'node:fs', 'crypto', 'n8n-core', 'zod/v4', 'n8n-workflow/dist/x'];
	expect(severity).toBe(2);
	expect([...given, './own', '../other', '.', ...others].filter(isRefused)).toEqual(others);
});
