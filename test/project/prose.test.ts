import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { LINTERS } from '../../scripts/lib/linters';
import { root } from '../../scripts/lib/project';

/** The prose linter of `npm run lint`, with its own arguments, in a folder that has each fault in each place. */

const FAULTS: Record<string, [text: string, found: string]> = {
	'a sentence of more than 25 words': [`The node ${'waits and then '.repeat(8)}sends it.`, '25 at most'],
	'a semicolon': ['The node waits; it sends the request later.', 'semicolon'],
	'a sentence that starts with Who': ['The node waits. Who has no key cannot use it.', 'Who'],
	'a house phrase': ['The service surely did not act here.', 'surely'],
	'British spelling': ['The usual behaviour of the node is this.', 'behavior'],
	'an old term': ['It waits for the e-mail of the member.', 'email'],
	'"an n8n"': ['It runs in an n8n that is old.', 'n8n instance'],
};
/** Names what the linter leaves out. */
const IGNORED = 'config/textlintignore';
const FINE = 'The node sends the request once.';

type Write = (text: string) => string;

const PLACES: Record<string, [file: string, write: Write]> = {
	'a paragraph': ['README.md', (text) => `# Page\n\n${text}\n`],
	'a list': ['docs/list.md', (text) => `- First.\n- ${text}\n`],
	'a cell of a table': ['docs/table.md', (text) => `| A | B |\n|---|---|\n| ${text} | b |\n`],
	'a comment': ['test/engine/comment.ts', (text) => `/** ${text} */\nexport const one = 1;\n`],
	'a comment in a line': ['scripts/line.mjs', (text) => `export const one = 1; // ${text}\n`],
	'a tag of a comment': [
		'sandbox/base/tag.ts',
		(text) => `/**\n * Adds.\n *\n * @param a ${text}\n */\nadd();\n`,
	],
	'a message': ['nodes/a/message.ts', (text) => `export const message = '${text}';\n`],
	'a template': ['nodes/a/template.ts', (text) => `export const say = (a: string) => \`\${a}: ${text}\`;\n`],
	'a description of an endpoint': ['sandbox/openapi/path.yaml', (text) => `get:\n  description: ${text}\n`],
	'a comment of a setting': ['.github/workflows/ci.yml', (text) => `# ${text}\nname: CI\n`],
	'a note of an example': ['workflows/note.json', (text) => JSON.stringify({ content: text })],
	'the template of a pull request': ['.github/PULL_REQUEST_TEMPLATE.md', (text) => `${text}\n`],
};

const OTHERS: Record<string, string> = {
	'test/broken.ts': '/**\n * It holds at the\n * most one word.\n */\nexport const one = 1;\n',
	'docs/code.md': 'The field is `surely; at the most`.\n\n```ts\nsurely();\n```\n',
	'dist/built.js': '// The service surely did not act here.\n',
	'node_modules/some/README.md': 'The service surely did not act here.\n',
};

let folder: string;
let findings: Map<string, string>;

const names = ['fine', ...Object.keys(FAULTS)];
const fileOf = (place: string, fault: string) => {
	const { dir, name, ext } = path.parse(PLACES[place]![0]);
	return path.join(dir, `${name}-${names.indexOf(fault)}${ext}`);
};

beforeAll(() => {
	folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-prose-')));
	const write = (file: string, text: string) => {
		fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
		fs.writeFileSync(path.join(folder, file), text);
	};
	for (const [place, [, put]] of Object.entries(PLACES))
		for (const fault of names) write(fileOf(place, fault), put(FAULTS[fault]?.[0] ?? FINE));
	for (const [file, text] of Object.entries(OTHERS)) write(file, text);
	fs.mkdirSync(path.join(folder, 'config'));
	fs.copyFileSync(path.join(root, IGNORED), path.join(folder, IGNORED));

	const { args } = LINTERS.find(({ what }) => what === 'The prose')!;
	const config = ['--config', path.join(root, 'config/textlintrc.cjs'), '--format', 'json'];
	const { stdout, stderr } = spawnSync(process.execPath, [...args, ...config], {
		cwd: folder,
		encoding: 'utf8',
	});
	expect(stderr).toBe('');
	const found = JSON.parse(stdout) as Array<{ filePath: string; messages: Array<{ message: string }> }>;
	findings = new Map(
		found.map(({ filePath, messages }) => [
			path.relative(folder, filePath),
			messages.map(({ message }) => message).join('\n'),
		]),
	);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe.each(Object.keys(PLACES))('in %s', (place) => {
	it('a plain sentence is fine', () => {
		expect(findings.get(fileOf(place, 'fine'))).toBe('');
	});

	it.each(Object.keys(FAULTS))('%s is found', (fault) => {
		expect(findings.get(fileOf(place, fault))).toContain(FAULTS[fault]![1]);
	});
});

it('a phrase is found across the lines of a comment, and none in code', () => {
	expect(findings.get('test/broken.ts')).toContain('at most');
	expect(findings.get('docs/code.md')).toBe('');
});

it('only what is installed, built or generated is left out', () => {
	expect([...findings.keys()].filter((file) => /^(dist|node_modules)/.test(file))).toEqual([]);
	const ignored = fs.readFileSync(path.join(root, IGNORED), 'utf8').split('\n');
	expect(ignored.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
		'**/node_modules/**',
		'dist/**',
		'test/fixtures/saved-workflows/**',
		'sandbox/contract/types.ts',
		'**/pnpm-lock.yaml',
	]);
});

it('nothing switches it off', () => {
	const { stdout } = spawnSync('git', ['grep', '-l', 'textlint-' + 'disable'], {
		cwd: root,
		encoding: 'utf8',
	});
	expect(stdout).toBe('');
});

/** `npm run lint` checks the messages of new commits. Here it does so in a clone with more commits. */
describe('the messages of commits', () => {
	const ACCEPTED = [
		'fix(idempotency): skip paid events when a changed workflow is retried',
		'refactor(interface)!: rename to standard terms',
		'feat(pollTrigger): process purchases in order\n\nThe reason stands in the body; it may be long.',
		"Merge branch 'main' into other",
	];

	const REFUSED = [
		['A retry pays nothing of an event again', 'type may not be empty'],
		['fix: skip paid events', 'scope may not be empty'],
		['wish(trigger): add an event', 'type must be one of'],
		['fix(trigger): adds an event', 'imperative'],
		['fix(trigger): added an event', 'imperative'],
		['fix(trigger): adding an event', 'imperative'],
		['fix(trigger): Add an event', 'subject must not be'],
		['fix(trigger): add an event.', 'full stop'],
		['fix(Some Trigger): add an event', 'scope must be'],
		[`fix(trigger): add ${'an event and '.repeat(5)}more`, '72 characters'],
	] as const;

	const INPUT = 'input: ';

	let clone: string;

	const git = (...args: string[]) => {
		const { status, stderr } = spawnSync('git', args, { cwd: clone, encoding: 'utf8' });
		expect([args[0], status, stderr.includes('fatal')]).toEqual([args[0], 0, false]);
	};

	beforeAll(() => {
		clone = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-commits-'));
		git('clone', '--quiet', '--no-checkout', root, '.');
		fs.mkdirSync(path.join(clone, 'config'));
		for (const file of ['config/commitlint.config.cjs', 'package.json'])
			fs.copyFileSync(path.join(root, file), path.join(clone, file));
	});
	afterAll(() => fs.rmSync(clone, { recursive: true, force: true }));

	/** What the linter says of the last commits when they have these messages, by their first lines. */
	function findingsFor(messages: readonly string[]): {
		status: number | null;
		findings: Map<string, string>;
	} {
		const author = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@members.example'];
		const flags = ['--quiet', '--allow-empty', '--no-verify', '--cleanup=verbatim'];
		for (const message of messages) git(...author, 'commit', ...flags, '-m', message);
		const { args } = LINTERS.find(({ what }) => what === 'The messages of commits')!;
		const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: clone, encoding: 'utf8' });
		git('reset', '--quiet', '--soft', `HEAD~${messages.length}`);
		expect(stderr).toBe('');
		expect(status === 0).toBe(stdout === '');
		// The linter writes in color where `CI` is set.
		const parts = stripVTControlCharacters(stdout).split(INPUT).slice(1);
		return { status, findings: new Map(parts.map((part) => [part.split('\n')[0]!, part])) };
	}

	it('accepts messages that follow the rules', () => {
		const { status, findings } = findingsFor(ACCEPTED);
		expect([...findings.values()]).toEqual([]);
		expect(status).toBe(0);
	});

	describe('refuses', () => {
		let refused: ReturnType<typeof findingsFor>;
		beforeAll(() => {
			refused = findingsFor([...ACCEPTED, ...REFUSED.map(([message]) => message)]);
		});

		it.each(REFUSED)('"%s"', (message, problem) => {
			expect(refused.findings.get(message)).toContain(problem);
		});

		it('those alone', () => {
			expect([...refused.findings.keys()].sort()).toEqual(REFUSED.map(([message]) => message).sort());
			expect(refused.status).not.toBe(0);
		});
	});
});
