import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { releaseChangelog, sectionOf } from '../../scripts/lib/release/changelog';
import { nextVersion } from '../../scripts/lib/release/version';

const root = path.join(__dirname, '..', '..');
const changelog = fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');

const LOG = '# Changelog\n\n## Unreleased\n\n- A change.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n';

describe('the changelog of a release', () => {
	it('gets the unreleased changes below the version, and room for new ones', () => {
		expect(releaseChangelog(LOG, '0.2.0', '2026-03-01')).toBe(
			'# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-03-01)\n\n- A change.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n',
		);
	});

	it('is refused when nothing is unreleased, or the version already exists', () => {
		const nothing = LOG.replace('- A change.\n\n', '');
		expect(() => releaseChangelog(nothing, '0.2.0', '2026-03-01')).toThrow('no text below "Unreleased"');
		expect(() => releaseChangelog(LOG, '0.1.0', '2026-03-01')).toThrow('already has a section 0.1.0');
	});

	it('is found only by its full version', () => {
		expect(sectionOf(LOG, '0.1.0')).toBe('- The first.');
		expect(sectionOf(LOG, '0.1')).toBeUndefined();
	});

	it('of this project has room for unreleased changes', () => {
		expect(sectionOf(changelog, 'Unreleased')).toBeDefined();
	});
});

describe('the next version', () => {
	it.each([
		['patch', '1.2.4'],
		['minor', '1.3.0'],
		['major', '2.0.0'],
		['1.10.0', '1.10.0'],
	])('after 1.2.3, by %s, is %s', (wanted, next) => expect(nextVersion('1.2.3', wanted)).toBe(next));

	it.each(['1.2.3', '1.2.2', '0.9.9'])('is not %s', (wanted) => {
		expect(() => nextVersion('1.2.3', wanted)).toThrow('is not later than 1.2.3');
	});

	it.each(['v1.3.0', '1.3', 'later', '1.3.0-beta'])('is not %s, which is an invalid version', (wanted) => {
		expect(() => nextVersion('1.2.3', wanted)).toThrow('must be major, minor, patch');
	});
});

it('the check of a tag reports everything that does not match', () => {
	const check = () =>
		execFileSync(process.execPath, ['scripts/run.mjs', 'release', '--check', 'v99.0.0'], {
			cwd: root,
			encoding: 'utf8',
		});
	expect.hasAssertions();
	try {
		check();
	} catch (error) {
		const { status, stdout } = error as { status: number; stdout: string };
		expect(status).toBe(1);
		expect(stdout).toContain('The tag is v99.0.0, but package.json has version');
		expect(stdout).toContain('There are no saved workflows for v99.0.0.');
	}
});

it('the notes of a release are exactly its section of the changelog', () => {
	const notesOf = (tag: string) =>
		spawnSync(process.execPath, ['scripts/run.mjs', 'release', '--notes', tag], {
			cwd: root,
			encoding: 'utf8',
		});
	expect(notesOf('Unreleased').stdout.trim()).toBe(sectionOf(changelog, 'Unreleased'));
	expect(notesOf('v99.0.0').status).toBe(1);
});
