import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import ts from 'typescript';

import { temporaryFolder } from '../../scripts/lib/folder';
import { LINTERS } from '../../scripts/lib/linters';
import { program, root } from '../../scripts/lib/project';

const CONFIG = path.join(root, 'config', 'dependency-cruiser.cjs');
const NODES = 'nodes/RewardsEngagement';
const load = createRequire(__filename);
const { forbidden } = load(CONFIG) as {
	forbidden: Array<{ name: string; from: { path?: string }; to: { pathNot?: string[] } }>;
};

/** For each rule, an import that it refuses: from this file to that file. Some rules refuse only values. */
const REFUSED: Record<string, [from: string, to: string, what?: 'value']> = {
	'no-circle-of-files': ['test/unit/one', 'test/unit/other'],
	'no-circle-of-folders': ['test/engine/one/a', 'test/engine/other/b'],
	'credentials-import-what-is-shared': ['credentials/one', `${NODES}/api/client`],
	'nodes-import-nodes': [`${NODES}/root`, 'sandbox/service'],
	'node-imports-those-below': [`${NODES}/RewardsEngagement.node`, `${NODES}/fields/other`],
	'triggers-imports-those-below': [`${NODES}/trigger/deep/one`, `${NODES}/pollTrigger/other`],
	'resources-imports-those-below': [`${NODES}/resources/one`, `${NODES}/run/fourth`],
	'run-imports-those-below': [`${NODES}/run/one`, `${NODES}/resources/other`],
	'declare-imports-those-below': [`${NODES}/declare/one`, `${NODES}/host/other`],
	'fields-imports-those-below': [`${NODES}/fields/one`, `${NODES}/declare/other`],
	'once-imports-those-below': [`${NODES}/once/one`, `${NODES}/fields/third`],
	'host-imports-those-below': [`${NODES}/host/one`, `${NODES}/once/other`],
	'api-imports-those-below': [`${NODES}/api/one`, `${NODES}/host/other`],
	'errors-imports-those-below': [`${NODES}/errors`, `${NODES}/api/other`],
	'shared-imports-those-below': [`${NODES}/shared/one`, `${NODES}/errors`],
	'sandbox-imports-sandbox': ['sandbox/base/one', 'scripts/lib/other'],
	'library-imports-library': ['scripts/lib/one', 'sandbox/other'],
	'derived-imports-nodes-and-sandbox': ['scripts/lib/derived/one', 'test/harness/other'],
	'fixtures-import-nodes-and-sandbox': ['test/fixtures/one', 'test/harness/third'],
	'harness-imports-sandbox': ['test/harness/one', `${NODES}/run/third`],
	'suite-imports-no-other': ['test/sandbox/one', 'test/project/other'],
	'contract-imports-no-inside': ['test/engine/third', `${NODES}/run/fifth`, 'value'],
	'assumptions-import-host': ['test/fixtures/host/one', `${NODES}/run/fifth`, 'value'],
	'assumptions-have-their-own-suites': ['test/engine/fourth', 'test/fixtures/host/other'],
	'command-imports-no-other': ['scripts/one', 'scripts/other'],
};

/** Imports that close the two circles, and other allowed ones. */
const ALLOWED: Array<[from: string, to: string, what?: 'value']> = [
	['test/unit/other', 'test/unit/one'],
	['test/engine/other/c', 'test/engine/one/d'],
	['credentials/one', `${NODES}/shared/record`],
	[`${NODES}/root`, `${NODES}/trigger/deep/one`],
	[`${NODES}/trigger/deep/one`, `${NODES}/trigger/beside`],
	[`${NODES}/trigger/deep/one`, `${NODES}/declare/fourth`],
	[`${NODES}/run/one`, `${NODES}/declare/fourth`],
	[`${NODES}/resources/one`, `${NODES}/declare/fourth`],
	[`${NODES}/RewardsEngagement.node`, `${NODES}/run/fourth`],
	[`${NODES}/api/one`, `${NODES}/errors`],
	['scripts/lib/derived/one', 'nodes/fifth'],
	['test/e2e/one', 'test/harness/fourth'],
	['test/e2e/one', 'test/e2e/beside'],
	['test/e2e/one', 'scripts/lib/fourth'],
	['scripts/one', 'test/bench/one'],
	['test/unit/one', `${NODES}/run/sixth`, 'value'],
	['test/bench/one', `${NODES}/run/sixth`, 'value'],
	['test/engine/third', 'credentials/One.credentials', 'value'],
	['test/fixtures/host/one', `${NODES}/host/sixth`, 'value'],
	['test/fixtures/host/one', `${NODES}/run/sixth`],
	['test/engine/setup/hostAssumptions.test', 'test/fixtures/host/other', 'value'],
	['test/compatibility/one', 'test/fixtures/host/other', 'value'],
];

/** The folders with the tests of behavior and what they use. */
const CONTRACT = ['engine', 'e2e', 'sandbox', 'project', 'fixtures', 'harness'];

interface Violation {
	rule: { name: string };
	from: string;
	to: string;
}

/** Checks the rules for a tree of these files. */
function violationsIn(files: ReadonlyMap<string, string>): Violation[] {
	const folder = temporaryFolder('layers');
	for (const checked of ['credentials', 'sandbox', 'scripts']) fs.mkdirSync(path.join(folder.path, checked));
	for (const [file, code] of [['tsconfig.json', '{}'] as const, ...files]) {
		const place = path.join(folder.path, file);
		fs.mkdirSync(path.dirname(place), { recursive: true });
		fs.writeFileSync(place, code);
	}
	const { args } = LINTERS.find(({ what }) => what === 'The imports between folders')!;
	const { stdout } = spawnSync(process.execPath, [...args, '--config', CONFIG, '--output-type', 'json'], {
		cwd: folder.path,
		encoding: 'utf8',
	});
	folder.remove();
	return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

const wayTo = (from: string, to: string) => {
	const way = path.posix.relative(path.posix.dirname(from), to);
	return way.startsWith('.') ? way : `./${way}`;
};

it('each rule refuses its own import, also of types, and nothing else is refused', () => {
	const files = new Map<string, string>();
	const append = (file: string, code: string) => files.set(file, `${files.get(file) ?? ''}${code}\n`);
	for (const [from, to, what] of [...Object.values(REFUSED), ...ALLOWED]) {
		append(`${to}.ts`, 'export type X = 1; export const x = 1;');
		append(`${from}.ts`, `import ${what ? '{ x }' : 'type { X }'} from '${wayTo(from, to)}';`);
	}
	const violations = violationsIn(files);
	const found = violations
		.filter(({ rule }) => !rule.name.startsWith('no-circle'))
		.map(({ rule, from, to }) => [rule.name, [from, to].map((file) => file.replace(/\.ts$/, ''))]);
	const wanted = Object.entries(REFUSED)
		.filter(([name]) => !name.startsWith('no-circle'))
		.map(([name, [from, to]]) => [name, [from, to]]);
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

it('the contract may import types of the nodes from anywhere, and values only from what the nodes show', () => {
	const inside = `${NODES}/run/one`;
	const shown = [
		`${NODES}/One.node`,
		`${NODES}/trigger/Other.node`,
		`${NODES}/resources/index`,
		`${NODES}/resources/registry`,
		`${NODES}/resources/description`,
		`${NODES}/resources/event/record`,
	];
	const hidden = [
		`${NODES}/resources/member/record`,
		`${NODES}/resources/member/index`,
		`${NODES}/One.nodes`,
	];
	const loads: Array<[isRefused: boolean, to: string, code: (way: string) => string]> = [
		[false, inside, (way) => `import type { X } from '${way}';`],
		[false, inside, (way) => `import { type X } from '${way}';`],
		[false, inside, (way) => `export type { X } from '${way}';`],
		[false, inside, (way) => `type All = typeof import('${way}');`],
		[true, inside, (way) => `import { x, type X } from '${way}';`],
		[true, inside, (way) => `import type { X } from '${way}'; import { x } from '${way}';`],
		[true, inside, (way) => `import * as all from '${way}';`],
		[true, inside, (way) => `import '${way}';`],
		[true, inside, (way) => `export { x } from '${way}';`],
		[true, inside, (way) => `const one = import('${way}');`],
		[true, inside, (way) => `const one = require('${way}');`],
		...[...shown, ...hidden].map(
			(to) => [hidden.includes(to), to, (way: string) => `import { x } from '${way}';`] as never,
		),
	];
	const files = new Map<string, string>();
	const refused: string[] = [];
	for (const [index, [isRefused, to, code]] of loads.entries()) {
		files.set(`${to}.ts`, 'export type X = 1; export const x = 1;');
		for (const folder of CONTRACT) {
			const from = `test/${folder}/load${index}.ts`;
			files.set(from, code(wayTo(from, to)));
			if (isRefused) refused.push(from);
		}
	}
	const found = violationsIn(files).filter(({ rule }) => rule.name === 'contract-imports-no-inside');
	expect(found.map(({ from }) => from).sort()).toEqual(refused.sort());
});

describe('what the nodes show to the contract', () => {
	const { pathNot = [] } = forbidden.find(({ name }) => name === 'contract-imports-no-inside')!.to;
	const isShown = (file: string) => pathNot.some((pattern) => new RegExp(pattern).test(file));
	const files = ['nodes', 'credentials']
		.flatMap(filesBelow)
		.filter((file) => file.startsWith('credentials/') || isShown(file));

	it('has a file for each pattern, and not all files', () => {
		for (const pattern of pathNot) expect(files.some((file) => new RegExp(pattern).test(file))).toBe(true);
		expect(files.length).toBeLessThan(20);
	});

	it.each(files)('is no function: %s', (file) => {
		const own = /(\w+)\.(node|credentials)\.ts$/.exec(file)?.[1];
		const functions = Object.entries(load(path.join(root, file)) as object)
			.filter(([, value]) => typeof value === 'function')
			.map(([name]) => name);
		expect(functions).toEqual(own === undefined ? [] : [own]);
	});
});

describe('a file of the contract', () => {
	const files = CONTRACT.flatMap((folder) => filesBelow(`test/${folder}`)).filter((file) =>
		/\.c?ts$/.test(file),
	);

	it('names no file of the nodes but in an import, which the rules see', () => {
		const hidden = files.flatMap((file) => pathsIntoNodes(file).map((text) => `${file}: ${text}`));
		expect(hidden).toEqual([]);
	});

	/** Of the nodes, they load at most those that package.json lists. */
	it('loads a file of a computed name only for a known reason', () => {
		const computed =
			/\bcreateRequire\b|\bjest\s*\.\s*(mock|doMock|setMock|requireActual|requireMock|createMock)/;
		expect(files.filter((file) => computed.test(read(file))).sort()).toEqual([
			'test/e2e/moneySafety.test.ts',
			'test/engine/anotherProcess.ts',
			'test/engine/trigger/triggerResponseMode.test.ts',
			'test/fixtures/generate/nodes.ts',
			'test/harness/deliveries/gateway.ts',
			'test/harness/workflows/sheets.ts',
			'test/project/jestEnvironment.test.ts',
			'test/project/layers.test.ts',
		]);
	});
});

function filesBelow(folder: string): string[] {
	return fs
		.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

/** The texts in a file that lead from its folder to the nodes, except in imports. */
function pathsIntoNodes(file: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isImportTypeNode(node)) return;
		const isText = ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node);
		if (isText && /^(\.{1,2}\/)+nodes\//.test(node.text)) found.push(node.text);
		ts.forEachChild(node, visit);
	};
	const code = read(file);
	if (/\.\/nodes\//.test(code)) visit(ts.createSourceFile(file, code, ts.ScriptTarget.ES2022));
	return found;
}

it('there is a case for each rule', () => {
	expect(Object.keys(REFUSED)).toEqual(forbidden.map(({ name }) => name));
});

it('every folder of the nodes has its arrows', () => {
	const arrows = forbidden.filter(({ name }) => name.endsWith('-imports-those-below'));
	const folders = fs
		.readdirSync(path.join(root, NODES), { withFileTypes: true })
		.filter((one) => one.isDirectory());
	expect(folders.length).toBeGreaterThanOrEqual(10);
	for (const { name } of folders) {
		const own = arrows.filter(({ from }) => new RegExp(from.path!).test(`${NODES}/${name}/file.ts`));
		expect([name, own.length]).toEqual([name, 1]);
	}
});

it.each([
	[`${NODES}/api/client.ts`, ['n8n-workflow', 'zod', 'node:crypto']],
	['credentials/RewardsEngagementApi.credentials.ts', ['n8n-workflow']],
])('%s imports no package but %j', (file, given) => {
	const args = [
		program('eslint', 'bin/eslint.js'),
		'-c',
		'config/eslint.house.config.mjs',
		'--print-config',
		file,
	];
	const { rules } = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })) as {
		rules: { 'no-restricted-imports': [number, { patterns: Array<{ regex: string }> }] };
	};
	const [severity, { patterns }] = rules['no-restricted-imports'];
	const isRefused = (name: string) => patterns.some(({ regex }) => new RegExp(regex, 'u').test(name));
	const others = ['axios', 'node:fs', 'crypto', 'n8n-core', 'zod/v4', 'n8n-workflow/dist/x'];
	expect(severity).toBe(2);
	expect([...given, './own', '../other', '.', ...others].filter(isRefused)).toEqual(others);
});
