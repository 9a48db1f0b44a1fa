import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { auditProblems } from '../../scripts/lib/audit';
import { root } from '../../scripts/lib/project';

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
const names = Object.keys(devDependencies);
const page = read('docs/dependencies.md');

/** Another dependency uses these, but none of our files does. */
const USED_INDIRECTLY: Record<string, string> = {
	'@stryker-mutator/jest-runner': '@stryker-mutator/core',
	'light-my-request': 'fastify',
	'oxlint-tsgolint': 'oxlint',
	'@types/big.js': 'big.js',
	'@types/crypto-js': 'crypto-js',
	'@types/express': 'n8n-workflow',
	'@types/jest': 'jest',
	'@types/mailparser': 'mailparser',
	'@types/node': 'typescript',
	'@types/proper-lockfile': 'proper-lockfile',
	'@types/smtp-server': 'smtp-server',
};

/** Every file of the project that could use a dependency, without the files that list or describe dependencies. */
const code = execFileSync('git', ['ls-files', '*.ts', '*.cts', '*.mjs', '*.cjs', '*.js'], {
	cwd: root,
	encoding: 'utf8',
})
	.trimEnd()
	.split('\n')
	.filter((file) => file !== 'test/project/dependencies.test.ts' && fs.existsSync(path.join(root, file)))
	.map(read)
	.join('\n');
const isUsed = (name: string) =>
	[`'${name}'`, `'${name}/`, `"${name}"`].some((use) => code.includes(use)) ||
	(JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts.lint?.includes(
		`${name} `,
	);

it('the page has exactly one line for each development dependency', () => {
	const section = page.slice(0, page.indexOf('\n## Audit'));
	const described = [...section.matchAll(/^- `([^`]+)`: \S.+\.$/gm)].map(([, name]) => name);
	expect(described.sort()).toEqual([...names].sort());
});

it.each(names)('%s is used, and pinned to one version', (name) => {
	const user = USED_INDIRECTLY[name] ?? name;
	expect(names).toContain(user);
	expect(isUsed(user)).toBe(true);
	expect(devDependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
});

it('the check finds an unused dependency', () => expect(isUsed('left-pad')).toBe(false));

describe('the answer to an audit', () => {
	const report = {
		vulnerabilities: {
			tar: { severity: 'high', range: '<7', via: [{ title: 'A path leads outside' }, 'minipass'] },
		},
	};

	it('is a line under "Audit" for each finding', () => {
		expect(auditProblems(report, '\n## Audit\n')).toEqual([
			'tar <7 (high): A path leads outside; through minipass',
		]);
		expect(auditProblems(report, '\n## Audit\n\n- `tar`: only reads our own tarball.\n')).toEqual([]);
	});

	it('is not assumed when npm audit fails', () => {
		expect(auditProblems({ message: '405' }, '\n## Audit\n')).toEqual(['npm audit failed: 405']);
	});
});
