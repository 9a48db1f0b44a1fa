import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { command, UsageError } from './lib/command';
import { say } from './lib/progress';
import { manifest, root } from './lib/project';
import { releaseChangelog, sectionOf } from './lib/release/changelog';
import { nextVersion } from './lib/release/version';
import { FOLDER, releaseSavedWorkflows } from '../test/fixtures/generate/workflows';
import { rehearse } from '../test/rehearsal/rehearse';

const HELP = `npm run release -- <major | minor | patch | 1.2.3>

Prepares a release of the last commit, and pushes nothing. Moves the unreleased changes in CHANGELOG.md below the new
version. Writes the version into package.json, package-lock.json and docs/install.md, and saves the workflows that
users can make with it. Then commits and tags. The page docs/releasing.md describes the steps before and after.

Options
  --first          Releases the version in package.json, because nothing has been released yet.
  --rehearse       Changes nothing here. Releases the last commit in a clone, and runs the steps of publish.yml there.
                   Publishes to a registry on this machine, from which a real n8n installs the package by name and
                   makes a payout. Prints the steps that only you can do. Takes 15 minutes and more, and needs bash.
  --quick          Only with --rehearse: leaves out the steps lint, typecheck and test:fast. Uses the packages that
                   are installed here, instead of npm ci.
  --keep           Keeps the folder of the rehearsal.
  --check v1.2.3   Only checks that the tag, package.json, the changelog and the saved workflows have this version.
  --notes v1.2.3   Only prints the text of the changelog about this version.
`;

/** The files with the name and version of this package. */
const WITH_VERSION = ['package.json', 'package-lock.json', 'docs/install.md'];

/** `npm run release`. */
export const main = command({
	name: 'release',
	help: HELP,
	options: {
		check: { type: 'string' },
		notes: { type: 'string' },
		first: { type: 'boolean' },
		rehearse: { type: 'boolean' },
		quick: { type: 'boolean' },
	},
	takesWords: true,
	run: async ({ values, words, folder }) => {
		const { first, quick = false, keep = false } = values as typeof values & { keep?: boolean };
		if (values.check !== undefined) return check(values.check);
		if (values.notes !== undefined) return notes(values.notes);
		const version = first ? manifest().version : nextVersion(manifest().version, one(words));
		if (values.rehearse)
			return await rehearse({ wanted: first ? '--first' : one(words), folder, quick, keep });
		if (quick) throw new UsageError('--quick is only for --rehearse.');
		await release(version);
		return 0;
	},
});

function one([wanted, ...others]: string[]): string {
	if (wanted === undefined || others.length > 0) throw new UsageError(`The version is missing.\n\n${HELP}`);
	return wanted;
}

async function release(version: string): Promise<void> {
	if (git('status', '--porcelain') !== '')
		throw new UsageError('There are uncommitted changes. Commit or stash them first.');
	if (git('tag', '--list', `v${version}`) !== '') throw new UsageError(`The tag v${version} already exists.`);
	const changelog = releaseChangelog(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10));
	write('CHANGELOG.md', changelog);
	for (const file of WITH_VERSION) write(file, withVersion(read(file), version));
	await releaseSavedWorkflows(version);
	git('add', '--all');
	git('commit', '--quiet', '--message', `chore(release): prepare ${version}`);
	const message = `${version}\n\n${sectionOf(changelog, version)}`;
	// git takes a heading for a comment unless it may only remove white space.
	git('tag', '--annotate', `v${version}`, '--cleanup', 'whitespace', '--message', message);
	say(`Committed and tagged v${version}. Check the commit, then push it with: git push --follow-tags`);
}

/** Prints the release notes of a tag, and returns the exit code. */
function notes(tag: string): number {
	const section = sectionOf(read('CHANGELOG.md'), tag.replace(/^v/, ''));
	if (!section) throw new UsageError(`CHANGELOG.md has no section about ${tag}.`);
	say(section);
	return 0;
}

/** Prints everything that does not match a tag, and returns the exit code. */
function check(tag: string): number {
	const { version } = manifest();
	const problems = [
		tag === `v${version}` ? '' : `The tag is ${tag}, but package.json has version ${version}.`,
		...WITH_VERSION.map((file) =>
			withVersion(read(file), version) === read(file) ? '' : `${file} has another version than package.json.`,
		),
		sectionOf(read('CHANGELOG.md'), version) ? '' : `CHANGELOG.md has no section about ${version}.`,
		fs.existsSync(path.join(FOLDER, tag)) ? '' : `There are no saved workflows for ${tag}.`,
	].filter((problem) => problem !== '');
	for (const problem of problems) say(`✘ ${problem}`);
	if (problems.length === 0) say(`${tag} can be published.`);
	return problems.length === 0 ? 0 : 1;
}

/** Changes the version of this package wherever it follows its name, and no other version. */
function withVersion(text: string, version: string): string {
	const own = new RegExp(`("name": ?"${manifest().name}",\\s*"version": ?)"[^"]+"`, 'g');
	return text.replace(own, `$1"${version}"`);
}

function git(...args: string[]): string {
	return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function read(file: string): string {
	return fs.readFileSync(path.join(root, file), 'utf8');
}

function write(file: string, text: string): void {
	fs.writeFileSync(path.join(root, file), text);
}
