import fs from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';

import { presentVersions } from '../../scripts/lib/n8nVersion';
import { manifest, root } from '../../scripts/lib/project';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Job {
	needs?: string | string[];
	if?: string;
	steps: Step[];
	permissions?: Record<string, string>;
	'timeout-minutes'?: number;
	'runs-on': string;
}

interface Workflow {
	name: string;
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const FOLDER = path.join(__dirname, '..', '..', '.github', 'workflows');
const files = fs.readdirSync(FOLDER);
const texts = new Map(files.map((file) => [file, fs.readFileSync(path.join(FOLDER, file), 'utf8')]));
const workflowOf = (file: string) => parse(texts.get(file) ?? '') as Workflow;

it('there are workflows for changes, for publishing, and for everything that takes too long for every change', () => {
	expect(files.sort()).toEqual([
		'ci.yml',
		'codeql.yml',
		'compose.yml',
		'daily.yml',
		'dependency-review.yml',
		'newest-n8n.yml',
		'publish.yml',
		'weekly.yml',
	]);
});

/** The permissions of each job besides reading the source, by file and job. */
const PERMISSIONS: Record<string, Record<string, string>> = {
	'publish.yml publish': { contents: 'read', 'id-token': 'write' },
	'publish.yml release': { contents: 'write', 'id-token': 'write', attestations: 'write' },
	'newest-n8n.yml propose': { contents: 'write', 'pull-requests': 'write' },
	'daily.yml report': { issues: 'write' },
	'weekly.yml report': { issues: 'write' },
	'codeql.yml analyze': { contents: 'read', 'security-events': 'write' },
};

describe.each(files)('%s', (file) => {
	const workflow = workflowOf(file);
	const jobs = Object.entries(workflow.jobs);
	const steps = jobs.flatMap(([, job]) => job.steps);

	it('may only read the source, unless a job says otherwise', () => {
		expect(workflow.permissions).toEqual({ contents: 'read' });
		for (const [name, { permissions }] of jobs) expect(permissions).toEqual(PERMISSIONS[`${file} ${name}`]);
	});

	it('pins every action by its commit and names its version', () => {
		const used = (texts.get(file) ?? '').split('\n').filter((line) => /^\s*(- )?uses:/.test(line));
		expect(used).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
		for (const line of used)
			expect(line).toMatch(/uses: (actions|github)\/[a-z/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	it('pins one action to one commit everywhere', () => {
		const all = [...texts.values()].join('\n').matchAll(/uses: (\S+)@([0-9a-f]{40})/g);
		const commits = new Map<string, Set<string>>();
		for (const [, action = '', commit = ''] of all)
			commits.set(action, (commits.get(action) ?? new Set()).add(commit));
		expect(commits.size).toBeGreaterThan(3);
		for (const found of commits.values()) expect(found.size).toBe(1);
	});

	it('uses no secret, leaves no credentials in the checkout, and ends by itself', () => {
		expect(texts.get(file)).not.toContain('secrets.');
		for (const { uses, with: settings } of steps)
			if (uses?.startsWith('actions/checkout@'))
				expect(settings).toMatchObject({ 'persist-credentials': false });
		for (const [, job] of jobs) expect(job['timeout-minutes']).toBeGreaterThan(0);
	});

	it('puts no text of strangers into a command', () => {
		for (const { run = '' } of steps) expect(run).not.toContain('${{');
	});

	it('calls only scripts that there are', () => {
		const { scripts } = manifest() as unknown as { scripts: Record<string, string> };
		const called = steps.flatMap(({ run = '' }) =>
			[...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name),
		);
		for (const name of called) expect(Object.keys(scripts)).toContain(name);
	});
});

it('CI has the history that the check of commit messages needs', () => {
	const [checkout] = workflowOf('ci.yml').jobs.ci!.steps;
	expect(checkout).toMatchObject({ with: { 'fetch-depth': 0 } });
});

it('all tests run weekly with a random seed', () => {
	const { jobs } = workflowOf('weekly.yml');
	for (const [name, command] of Object.entries({
		reliability: 'npm run test:reliability',
		seeds: 'npm test -- --all',
		items: 'npx jest --findRelatedTests test/harness/size.ts',
	})) {
		const runs = jobs[name]!.steps.map(({ run = '' }) => run);
		const drawn = runs.indexOf('echo "REWARDS_ENGAGEMENT_SEED=$RANDOM" >> "$GITHUB_ENV"');
		expect([name, drawn >= 0, runs.indexOf(command) > drawn]).toEqual([name, true, true]);
	}
});

it('the tests of every day run daily', () => {
	const { jobs } = workflowOf('daily.yml');
	expect(jobs.tests!.steps.map(({ run }) => run)).toContain('npm test -- --daily');
});

it.each(['daily.yml', 'weekly.yml'])('a failure of any job in %s opens an issue', (file) => {
	const { report, ...others } = workflowOf(file).jobs;
	expect(report).toMatchObject({ if: 'failure()', needs: Object.keys(others) });
	expect(report!.steps[0]!.run).toMatch(/gh issue create --title "\$TITLE" --body "\$RUN"/);
});

describe('publishing', () => {
	const { pack, publish, release, scan } = workflowOf('publish.yml').jobs;
	const commands = (job?: Job) => (job?.steps ?? []).map(({ run = '' }) => run).join('\n');

	it('checks the tag and the package before a job may request an identity token', () => {
		expect(commands(pack)).toMatch(/release -- --check "\$GITHUB_REF_NAME"[^]*check:package/);
		expect(publish).toMatchObject({ needs: 'pack' });
	});

	it('publishes the checked tarball with provenance, and runs no code of dependencies with an identity token', () => {
		expect(commands(publish)).toContain('sha256sum --check');
		expect(commands(publish)).toContain('npm publish ./*.tgz --provenance --access public --ignore-scripts');
		expect(commands(publish)).not.toMatch(/npm (ci|install|run)|npx|node /);
	});

	it('makes a GitHub Release of the same tarball, with changelog, bill of materials and attestation', () => {
		expect(release).toMatchObject({ needs: ['pack', 'publish'] });
		// The tarball has no dependencies, and what only the development needs does not belong in it.
		expect(commands(pack)).toContain('npm sbom --package-lock-only ');
		expect(commands(release)).toContain('sha256sum --check');
		expect(commands(release)).toMatch(/gh release create .*\*\.tgz sbom\.cdx\.json .*--notes-file notes\.md/);
		expect(release?.steps.some(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))).toBe(
			true,
		);
		expect(commands(release)).not.toMatch(/npm |npx|node /);
	});

	it("ends with n8n's scanner on the published package", () => {
		expect(scan).toMatchObject({ needs: 'publish' });
		expect(commands(scan)).toContain('scan-community-package');
	});
});

describe('the proposal of the newest n8n', () => {
	const { change, propose } = workflowOf('newest-n8n.yml').jobs;
	const commands = (job?: Job) => (job?.steps ?? []).map(({ run = '' }) => run).join('\n');

	it('moves to it, checks it, and keeps the change before the checks can touch it', () => {
		expect(commands(change)).toMatch(
			/npm run update-n8n -- --only-versions\n[^]*npm run compatibility\n[^]*git diff --binary > "\$RUNNER_TEMP\/n8n\.patch"\n[^]*\.ci\/run$/,
		);
		const last = change!.steps.at(-1);
		expect(last).toMatchObject({ id: 'checks', run: '.ci/run', 'continue-on-error': true });
	});

	it('runs no code of dependencies where it may write', () => {
		expect(propose).toMatchObject({ needs: 'change' });
		const last = propose!.steps.at(-1)?.run;
		expect(last).toBe('gh auth setup-git\n.ci/propose-n8n "$RUNNER_TEMP/n8n.patch"\n');
		expect(propose!.steps.filter(({ run }) => run !== undefined)).toHaveLength(1);
		const script = fs.readFileSync(path.join(root, '.ci', 'propose-n8n'), 'utf8');
		expect(script).not.toMatch(/^\s*(if |! )*(npm|npx|node) /m);
	});

	it('is alone in moving n8n', () => {
		const { updates } = parse(fs.readFileSync(path.join(FOLDER, '../dependabot.yml'), 'utf8')) as {
			updates: Array<{ directories?: string[]; ignore?: Array<{ 'dependency-name': string }> }>;
		};
		expect(updates[0]?.directories).not.toContain('/test/n8n');
		expect(updates[0]?.ignore?.map((entry) => entry['dependency-name']).sort()).toEqual(
			Object.keys(presentVersions(root).packages).sort(),
		);
	});
});

describe('reports and updates', () => {
	const read = (file: string) => fs.readFileSync(path.join(FOLDER, '..', file), 'utf8');
	const forms = fs
		.readdirSync(path.join(FOLDER, '..', 'ISSUE_TEMPLATE'))
		.filter((file) => file !== 'config.yml');

	it.each(forms)('the form %s has labeled fields, and at least one is required', (file) => {
		const form = parse(read(`ISSUE_TEMPLATE/${file}`)) as {
			name: string;
			description: string;
			body: Array<{ type: string; id?: string; attributes: { label?: string }; validations?: object }>;
		};
		expect([form.name, form.description].every(Boolean)).toBe(true);
		const fields = form.body.filter(({ type }) => type !== 'markdown');
		expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
		expect(fields.every(({ attributes }) => Boolean(attributes.label))).toBe(true);
		expect(fields.some(({ validations }) => JSON.stringify(validations) === '{"required":true}')).toBe(true);
	});

	it('vulnerabilities go to a private report, and never to a public form', () => {
		const { contact_links: links } = parse(read('ISSUE_TEMPLATE/config.yml')) as {
			contact_links: Array<{ url: string }>;
		};
		expect(links.map(({ url }) => url)).toContainEqual(expect.stringMatching(/\/security\/advisories\/new$/));
	});

	it('every lock file and all actions are checked for updates', () => {
		const { updates } = parse(read('dependabot.yml')) as {
			updates: Array<{ 'package-ecosystem': string; directories?: string[] }>;
		};
		expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions']);
		const isThere = (folder: string, file: string) =>
			fs.existsSync(path.join(FOLDER, '..', '..', folder, file));
		for (const folder of updates[0]?.directories ?? []) {
			const locks = ['package-lock.json', 'pnpm-lock.yaml'].filter((file) => isThere(folder, file));
			expect([folder, ...locks]).toHaveLength(2);
		}
	});

	it('every folder with an owner exists', () => {
		const owned = read('CODEOWNERS')
			.split('\n')
			.filter((line) => line.startsWith('/'));
		expect(owned.length).toBeGreaterThan(0);
		for (const line of owned)
			expect(fs.existsSync(path.join(FOLDER, '..', '..', line.split(/\s+/)[0] ?? ''))).toBe(true);
	});
});
