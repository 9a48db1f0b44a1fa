// Every day, because it releases twice in a clone. At once: test/project/githubWorkflows.test.ts.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';
import { linkModules } from '../../scripts/lib/linkModules';
import { releaseChangelog, sectionOf } from '../../scripts/lib/release/changelog';
import { personsSteps } from '../../scripts/lib/release/persons';
import { commandOf, fillIn, planOf, publishingJobs } from '../../scripts/lib/release/publishing';
import { nextVersion } from '../../scripts/lib/release/version';

const root = path.join(__dirname, '..', '..');
const changelog = fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');

/** On a busy machine. */
const SLOW_MS = 120_000;

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

describe('two releases in a row, in a clone', () => {
	const folder = temporaryFolder('releases');
	const clone = path.join(folder.path, 'clone');
	const read = (file: string) => fs.readFileSync(path.join(clone, file), 'utf8');
	const inClone = (program: string, ...args: string[]) =>
		execFileSync(program, args, { cwd: clone, encoding: 'utf8' }).trim();
	const git = (...args: string[]) => inClone('git', ...args);
	const release = (...args: string[]) => inClone(process.execPath, 'scripts/run.mjs', 'release', ...args);
	const saved = (version: string) =>
		fs.readdirSync(path.join(clone, 'test/fixtures/saved-workflows', version));

	beforeAll(() => {
		execFileSync('git', ['clone', '--quiet', '-c', 'advice.detachedHead=false', root, clone]);
		git('config', 'user.name', 'A test');
		git('config', 'user.email', 'test@rewards-engagement.example');
		linkModules(clone);
		// The code to test may not be committed.
		for (const part of ['scripts', 'test/fixtures/generate', 'test/rehearsal', 'docs/install.md'])
			fs.cpSync(path.join(root, part), path.join(clone, part), { recursive: true });
		fs.writeFileSync(
			path.join(clone, 'CHANGELOG.md'),
			LOG.replace('- A change.', '### Added\n\n- A change.'),
		);
		git('add', '--all');
		git('commit', '--quiet', '--message', 'test(release): prepare a clone');
		release('97.0.0');
	}, SLOW_MS);
	afterAll(() => folder.remove());

	it('leave the version everywhere, and pass the check', () => {
		for (const file of ['package.json', 'package-lock.json'])
			expect(read(file)).toContain('"name": "n8n-nodes-rewards-engagement",\n\t"version": "97.0.0"');
		expect(read('docs/install.md')).toContain('[{"name":"n8n-nodes-rewards-engagement","version":"97.0.0"}]');
		expect(release('--check', 'v97.0.0')).toBe('v97.0.0 can be published.');
		expect(git('status', '--porcelain')).toBe('');
	});

	it('have an annotated tag with the section of the changelog, headings included', () => {
		expect(git('cat-file', '-t', 'v97.0.0')).toBe('tag');
		expect(git('tag', '--list', '--format=%(contents)', 'v97.0.0')).toBe(
			'97.0.0\n\n### Added\n\n- A change.',
		);
	});

	it(
		'each keep the interface, and only the workflows that no earlier release has',
		() => {
			expect(saved('v97.0.0')).toContain('interface.json');
			const changelog = read('CHANGELOG.md');
			fs.writeFileSync(
				path.join(clone, 'CHANGELOG.md'),
				changelog.replace('## Unreleased\n', '## Unreleased\n\n- A fix.\n'),
			);
			git('commit', '--all', '--quiet', '--message', 'docs(changelog): add a fix');
			release('patch');
			expect(saved('v97.0.1')).toEqual(['interface.json']);
		},
		SLOW_MS,
	);
});

describe('the rehearsal of a release', () => {
	const jobs = publishingJobs();

	it('runs every command of publish.yml, or says why only GitHub can do it', () => {
		const steps = planOf(jobs).flatMap((planned) => planned.steps);
		const commands = steps.filter(({ step }) => step.run !== undefined);
		expect(commands.length).toBeGreaterThan(8);
		for (const { step, treatment } of steps) {
			if (treatment.does === 'nothing') expect(treatment.because).toMatch(/\w+ \w+ \w+/);
			if (treatment.does === 'run') expect(commandOf(step, treatment)).not.toBe('');
		}
	});

	it('refuses a workflow with a step that it does not know, or without one that it knows', () => {
		const [pack, ...others] = jobs;
		const changed = (steps: object[]) => [{ ...pack!, steps }, ...others];
		expect(() => planOf(changed([...pack!.steps, { run: 'npm run audit' }]))).toThrow('pack: npm run audit');
		expect(() => planOf(changed(pack!.steps.slice(1)))).toThrow('pack: actions/checkout');
	});

	it('publishes only without provenance, because a change of that command must change the rehearsal', () => {
		const publish = planOf(jobs)
			.flatMap(({ steps }) => steps)
			.find(({ title }) => title.startsWith('npm publish'))!;
		const treatment = publish.treatment as Parameters<typeof commandOf>[1];
		expect(commandOf(publish.step, treatment)).toBe('npm publish ./*.tgz --access public --ignore-scripts');
		expect(() => commandOf({ run: 'npm publish' }, treatment)).toThrow('has no " --provenance"');
	});

	it('fills in the values that one job leaves for the next, and refuses an unknown one', () => {
		const known = new Map([['needs.pack.outputs.sha256', 'abc']]);
		expect(fillIn('sum ${{ needs.pack.outputs.sha256 }}', known)).toBe('sum abc');
		expect(() => fillIn('${{ github.actor }}', known)).toThrow('github.actor');
	});

	it('ends with the steps of docs/releasing.md that only a person can do, in order', () => {
		const steps = personsSteps('1.0.0');
		const at = (words: string) => steps.findIndex((step) => step.includes(words));
		const order = [
			...[
				'two-factor',
				'0.0.0',
				'trusted publisher',
				'environment npm with required reviewers',
				'protects tags',
			],
			...[
				'npm run release -- 1.0.0 with',
				'git push --follow-tags',
				'approve the environment',
				'scan',
				'Creator Portal',
			],
		].map(at);
		expect(order.every((place) => place >= 0)).toBe(true);
		expect(order).toEqual([...order].sort((a, b) => a - b));
		// Markdown is for the page only.
		expect(steps.join()).not.toMatch(/`|\*\*|\]\(/);
		expect(steps.at(-1)).toContain('Creator Portal (https://creators.n8n.io/nodes)');
	});
});
