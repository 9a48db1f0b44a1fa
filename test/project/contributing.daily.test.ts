// Every day, because it adds a resource to a clone, and runs its tests. At once: test/project/contributingResource.test.ts.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import ts from 'typescript';

import { program, root } from '../../scripts/lib/project';

/** Follows "Add an operation" of CONTRIBUTING.md exactly, in a copy of the project. */

/** Generated folders, and those that come from elsewhere. */
const LEFT_OUT = ['node_modules', 'dist', '.git', 'coverage'];
/** The tests that check all operations together: their files, and parts of their names. */
const LOOKING = [
	'test/unit/(resources|description|fields)',
	'test/engine/operations/savedWorkflows',
	'test/engine/contract/contract',
	'test/sandbox/(routes|apiDocument)',
	'test/project/(docs|verification)',
];
const LOOKING_AT = [
	'clearMetadata',
	'every',
	'menus',
	'actions',
	'one for each operation',
	'what is unreleased',
	'all there is',
	'Redocly',
	'three minutes',
];
/** This file imports every handler and fails without one. No other types depend on the new files. */
const TAKING = ['sandbox/resources/index.ts'];
const TIMEOUT_MS = 600_000;

const run = promisify(execFile);
const guide = fs.readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
const section = /\n## Add an operation\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? '';

interface Step {
	file: string;
	content: string;
	/** The content goes below this line. Without it, the content is a new file, or is added at the end. */
	below?: string;
	isNew: boolean;
}

/** The blocks of code that go into files, with their place. */
function stepsOf(text: string): Step[] {
	const where =
		/\*\*(?:(New file)|At the end of|Below\*\* `([^`]+)` \*\*in)\*\*\s`([^`]+)`(?:, [^:`]+)?:\n\n```\w+\n([\s\S]*?)```/g;
	return [...text.matchAll(where)].map(([, isNew, below, file = '', content = '']) => ({
		file,
		content,
		below,
		isNew: isNew !== undefined,
	}));
}

let copy: string;

beforeAll(() => {
	copy = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-contributing-')));
	fs.cpSync(root, copy, {
		recursive: true,
		filter: (source) => !LEFT_OUT.includes(path.relative(root, source)),
	});
	fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

function take({ file, content, below, isNew }: Step): void {
	const target = path.join(copy, file);
	expect([file, fs.existsSync(target)]).toEqual([file, !isNew]);
	if (isNew) return fs.writeFileSync(target, content);
	if (below === undefined) return fs.appendFileSync(target, `\n${content}`);
	const lines = fs.readFileSync(target, 'utf8').split('\n');
	const at = lines.indexOf(below) + 1;
	expect([below, at]).not.toEqual([below, 0]);
	lines.splice(at, 0, ...content.trimEnd().split('\n'));
	fs.writeFileSync(target, lines.join('\n'));
}

/**
 * Runs a program of node_modules in the copy.
 *
 * @throws Error with its whole output when it fails
 */
async function tool(name: string, file: string, args: string[]): Promise<void> {
	const env = { ...process.env, NODE_OPTIONS: '', JEST_WORKER_ID: undefined };
	await run(process.execPath, [program(name, file), ...args], { cwd: copy, env }).catch(
		({ stdout, stderr }: { stdout: string; stderr: string }) => {
			throw new Error(`${name} ${args.join(' ')}\n${stdout}${stderr}`);
		},
	);
}

/** The type errors in only these files. The compiler reads all others without checking them. */
function typeErrorsIn(files: string[]): string[] {
	const config = ts.readConfigFile(path.join(copy, 'tsconfig.json'), (file) => ts.sys.readFile(file))
		.config as object;
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, copy);
	const places = files.map((file) => path.join(copy, file));
	const compiler = ts.createProgram(places, { ...options, noEmit: true, incremental: false });
	const found = places.flatMap((place) => ts.getPreEmitDiagnostics(compiler, compiler.getSourceFile(place)));
	return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** Runs a command of the project in the copy. */
async function script(name: string, args: string[]): Promise<void> {
	await run(process.execPath, ['scripts/run.mjs', name, ...args], { cwd: copy }).catch(
		({ stdout, stderr }: { stdout: string; stderr: string }) => {
			throw new Error(`npm run ${name}\n${stdout}${stderr}`);
		},
	);
}

/** Runs tests in the copy, and returns the passed ones. */
async function passedIn(args: string[]): Promise<string[]> {
	const result = path.join(copy, 'result.json');
	await tool('jest', 'bin/jest.js', [...args, '--runInBand', '--json', `--outputFile=${result}`]);
	const { testResults } = JSON.parse(fs.readFileSync(result, 'utf8')) as {
		testResults: Array<{ assertionResults: Array<{ fullName: string; status: string }> }>;
	};
	return testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.filter(({ status }) => status === 'passed')
		.map(({ fullName }) => fullName);
}

it(
	'the example operation works as it stands, and everything that looks at all operations stays green',
	async () => {
		const steps = stepsOf(section);
		expect(steps.map(({ file }) => file)).toEqual([
			'nodes/RewardsEngagement/resources/currency/clearMetadata.ts',
			'nodes/RewardsEngagement/resources/currency/index.ts',
			'nodes/RewardsEngagement/resources/currency/index.ts',
			'sandbox/openapi/currency.yaml',
			'sandbox/resources/currency/routes.ts',
			'test/fixtures/scenarios/currencies.ts',
			'test/engine/contract/table.ts',
		]);
		steps.forEach(take);

		const style = ['--check', ...steps.map(({ file }) => file).filter((file) => file.endsWith('.ts'))];
		await tool('prettier', 'bin/prettier.cjs', style);

		const commands = /\n```sh\n([\s\S]*?)```/.exec(section)?.[1]?.trim().split('\n') ?? [];
		const [npmRuns, jest] = [commands.slice(0, -1), commands.at(-1) ?? ''];
		for (const command of npmRuns) {
			const [, name = '', args = ''] = /^npm run (\S+)(?: -- (.*))?$/.exec(command) ?? [];
			expect(name).not.toBe('');
			await script(name, args.split(' ').filter(Boolean));
		}
		const files = [...steps.map(({ file }) => file).filter((file) => file.endsWith('.ts')), ...TAKING];
		expect(typeErrorsIn(files)).toEqual([]);

		expect(await passedIn(jest.replace(/^npx jest /, '').split(' '))).toEqual(
			expect.arrayContaining([
				'currency.clearMetadata keeps to the document',
				'currency.clearMetadata with another effect is noticed',
				'with 3 items currency.clearMetadata runs',
				'currency.clearMetadata does for equal items what its effect says',
			]),
		);

		const tables = fs.readFileSync(path.join(copy, 'docs/operations.md'), 'utf8');
		expect(tables).toContain(
			'| Currency | Clear Metadata | `DELETE /api/v1/realms/{realmId}/currencies/{currencyId}/metadata` |',
		);
		expect(await passedIn([...LOOKING, '-t', LOOKING_AT.join('|')])).toEqual(
			expect.arrayContaining([
				'currency.clearMetadata shows its own parameters, each once and in the order of its declaration',
				'unreleased currency.clearMetadata runs',
				'the document currency.clearMetadata answers as described at currency.clearMetadata when asked properly',
				'the API document has currency.clearMetadata as the API contract has it',
				'the document every operation has a handler and every handler an operation',
			]),
		);
	},
	TIMEOUT_MS,
);

it('a step that no longer fits is noticed', () => {
	const [first, second] = stepsOf(section) as [Step, Step];
	expect(() => take({ ...second, below: 'a line that is not there' })).toThrow();
	expect(() => take({ ...first, file: 'nodes/RewardsEngagement/resources/index.ts' })).toThrow();
});

it('ten lines name the invariants, each with links to what keeps and what guards it', () => {
	const invariants = /\n## Invariants\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? '';
	const lines = invariants.split(/\n(?=\d+\. )/).slice(1);
	expect(lines).toHaveLength(10);
	for (const line of lines) {
		const files = [...line.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file!);
		const guards = files.filter((file) => file.endsWith('.test.ts'));
		expect([line, guards.length > 0, guards.length < files.length]).toEqual([line, true, true]);
	}
});

it('is short enough to be read', () => {
	expect(guide.split(/\s+/).length).toBeLessThanOrEqual(1500);
});
