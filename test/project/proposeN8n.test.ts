import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';
import { root } from '../../scripts/lib/project';

/** `.ci/propose-n8n` with a repository on this disk. In the place of GitHub's program is a script that keeps its calls. */

const folder = temporaryFolder('propose-n8n');
afterAll(() => folder.remove());

const origin = path.join(folder.path, 'origin.git');
const programs = path.join(folder.path, 'bin');
const calls = path.join(folder.path, 'calls');
const listed = path.join(folder.path, 'listed');
const BRANCH = 'n8n-2.50.0-node-24.30.0';
const MANIFEST = 'test/n8n/package.json';

const git = (cwd: string, ...args: string[]) =>
	execFileSync('git', ['-c', 'user.name=A person', '-c', 'user.email=person@example.com', ...args], {
		...{ cwd, encoding: 'utf8', stdio: 'pipe' },
	}).trim();
const manifest = (n8n: string, node: string) =>
	`${JSON.stringify({ dependencies: { n8n, node } }, null, '\t')}\n`;

let count = 0;
/** A fresh checkout, as in a workflow. */
function checkout(branch = 'main'): string {
	const place = path.join(folder.path, `checkout-${(count += 1)}`);
	git(folder.path, 'clone', '--quiet', '--branch', branch, origin, place);
	return place;
}

/** A change of these files, as the first job of the workflow makes it. */
function patchOf(files: Record<string, string>, change?: (place: string) => void): string {
	const place = checkout();
	for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(place, file), text);
	change?.(place);
	git(place, 'add', '--intent-to-add', '--all');
	const file = path.join(folder.path, 'n8n.patch');
	fs.writeFileSync(file, `${git(place, 'diff', '--binary')}\n`);
	return file;
}

const NEWER = { [MANIFEST]: manifest('2.50.0', '24.30.0'), 'package-lock.json': '{ "new": true }\n' };

/** @param state of the last pull request of the branch */
function propose(patch: string, state = '') {
	fs.writeFileSync(listed, state);
	fs.writeFileSync(calls, '');
	const { status, stdout, stderr } = spawnSync(path.join(root, '.ci', 'propose-n8n'), [patch], {
		cwd: checkout(),
		encoding: 'utf8',
		env: {
			PATH: `${programs}:${process.env.PATH}`,
			...{ HOME: folder.path, TMPDIR: folder.path, COMPATIBILITY: 'success', CHECKS: 'failure' },
			...{ GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'us/nodes' },
			...{ GITHUB_RUN_ID: '77', GITHUB_REF_NAME: 'main' },
		},
	});
	return { status, output: `${stdout}${stderr}`, called: fs.readFileSync(calls, 'utf8') };
}

const branches = () => git(origin, 'branch', '--format', '%(refname:short)').split('\n').sort();

beforeAll(() => {
	fs.mkdirSync(programs);
	const script = `#!/bin/sh
if [ "$1 $2" = 'pr list' ]; then cat '${listed}'; exit; fi
printf '%s\\n' "$@" >> '${calls}'
for argument; do case $argument in body=@*) cat "\${argument#body=@}" >> '${calls}';; esac; done
while [ $# -gt 0 ]; do if [ "$1" = --body-file ]; then cat "$2" >> '${calls}'; fi; shift; done
`;
	fs.writeFileSync(path.join(programs, 'gh'), script, { mode: 0o755 });
	const first = path.join(folder.path, 'first');
	git(folder.path, 'init', '--quiet', '--initial-branch', 'main', first);
	const files = {
		[MANIFEST]: manifest('2.49.0', '24.30.0'),
		'package-lock.json': '{}\n',
		'other.txt': 'other\n',
	};
	for (const [file, text] of Object.entries(files)) {
		fs.mkdirSync(path.dirname(path.join(first, file)), { recursive: true });
		fs.writeFileSync(path.join(first, file), text);
	}
	git(first, 'add', '--all');
	git(first, 'commit', '--quiet', '--message', 'first');
	git(folder.path, 'clone', '--quiet', '--bare', first, origin);
});

it.each([
	['of another file', { 'other.txt': 'changed\n' }, undefined, 'other.txt\nThe change above is not one'],
	['with a new file', { 'new.yml': 'on: push\n' }, undefined, 'new.yml\nThe change above is not one'],
	[
		'that makes a file a program',
		{},
		(place: string) => fs.chmodSync(path.join(place, MANIFEST), 0o755),
		'package.json\nThe change above is not one',
	],
	[
		'without a plain version',
		{ [MANIFEST]: manifest('2.50.0; true', '24.30.0') },
		undefined,
		'has no versions',
	],
])('a change %s is refused, and nothing is pushed', (_, files, change, says) => {
	const { status, output, called } = propose(
		patchOf({ ...NEWER, ...(files as Record<string, string>) }, change),
	);
	expect([status, called, branches()]).toEqual([1, '', ['main']]);
	expect(output).toContain(says);
});

it('a change goes to a branch of its versions, with a pull request that tells the results', () => {
	const { status, called } = propose(patchOf(NEWER));
	expect(status).toBe(0);
	expect(branches()).toEqual(['main', BRANCH]);
	const made = checkout(BRANCH);
	for (const [file, text] of Object.entries(NEWER))
		expect(fs.readFileSync(path.join(made, file), 'utf8')).toBe(text);
	expect(git(made, 'log', '--format=%s')).toBe('build(n8n): move to n8n 2.50.0\nfirst');
	expect(called).toMatch(new RegExp(`^pr\ncreate\n--head\n${BRANCH}\n--base\nmain\n`));
	expect(called).toContain('| `npm run compatibility` | success |\n| `.ci/run` with Node.js 24 | failure |');
	expect(called).toContain('https://github.example/us/nodes/actions/runs/77');
});

it('the next run updates the branch and the open pull request', () => {
	const next = { ...NEWER, 'package-lock.json': '{ "newer": true }\n' };
	const { status, called } = propose(patchOf(next), 'OPEN 12');
	expect([status, branches()]).toEqual([0, ['main', BRANCH]]);
	const made = checkout(BRANCH);
	expect(fs.readFileSync(path.join(made, 'package-lock.json'), 'utf8')).toBe(next['package-lock.json']);
	expect(git(made, 'rev-list', '--count', 'HEAD')).toBe('2');
	expect(called).toMatch(/^api\n--silent\n--method\nPATCH\nrepos\/us\/nodes\/pulls\/12\n/);
	expect(called).toContain('| `.ci/run` with Node.js 24 | failure |');
});

it('what a person added to the branch stays, and a closed pull request is not opened again', () => {
	const place = checkout(BRANCH);
	fs.writeFileSync(path.join(place, 'other.txt'), 'adapted\n');
	git(place, 'commit', '--quiet', '--all', '--message', 'adapt');
	git(place, 'push', '--quiet');
	const worked = propose(patchOf(NEWER), 'OPEN 12');
	expect([worked.status, worked.called]).toEqual([0, '']);
	expect(worked.output).toContain('A person has worked on');
	expect(fs.readFileSync(path.join(checkout(BRANCH), 'other.txt'), 'utf8')).toBe('adapted\n');

	git(origin, 'branch', '--quiet', '-D', BRANCH);
	const closed = propose(patchOf(NEWER), 'CLOSED 12');
	expect([closed.status, closed.called, branches()]).toEqual([0, '', ['main']]);
	expect(closed.output).toContain('was closed');
});
