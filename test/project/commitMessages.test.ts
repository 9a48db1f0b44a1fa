import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { LINTERS } from '../../scripts/lib/linters';
import { root } from '../../scripts/lib/project';

/** `npm run lint` checks the messages of new commits. Here it does so in a clone with more commits. */

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
	for (const file of ['commitlint.config.cjs', 'package.json'])
		fs.copyFileSync(path.join(root, file), path.join(clone, file));
});
afterAll(() => fs.rmSync(clone, { recursive: true, force: true }));

/** What the linter says of the last commits when they have these messages, by their first lines. */
function findingsFor(messages: readonly string[]): { status: number | null; findings: Map<string, string> } {
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
