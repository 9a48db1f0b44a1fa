import fs from 'node:fs';
import path from 'node:path';

import { startService } from '../../sandbox/service';
import { tellFailures } from '../../scripts/lib/failures';
import { linkModules } from '../../scripts/lib/linkModules';
import { npmEnvironment } from '../../scripts/lib/npm';
import { checksum } from '../../scripts/lib/packElsewhere';
import { run, textOf } from '../../scripts/lib/process';
import { bold, createSteps, runTask, say } from '../../scripts/lib/progress';
import { manifest, root } from '../../scripts/lib/project';
import { sectionOf, UNRELEASED } from '../../scripts/lib/release/changelog';
import { personsSteps } from '../../scripts/lib/release/persons';
import {
	commandOf,
	fillIn,
	planOf,
	publishingJobs,
	PUBLISH,
	type Planned,
} from '../../scripts/lib/release/publishing';
import { N8nClient } from '../harness/n8n/client';
import { installHost } from '../harness/n8n/install';
import { startN8n } from '../harness/n8n/instance';
import { freshPassword } from '../harness/n8n/open';
import { freePort } from '../harness/process/ports';
import { startRegistryProxy } from '../harness/registry/proxy';
import { npmWithoutSettings, startRegistry, type Registry } from '../harness/registry/registry';
import { firstPayout } from './firstPayout';

export interface RehearsalOptions {
	/** The argument of the release: a version, `major`, `minor`, `patch` or `--first`. */
	wanted: string;
	/** An empty folder for everything. */
	folder: string;
	/** Leaves out the long steps, and installs no packages. */
	quick: boolean;
	/** Whether the folder stays. */
	keep: boolean;
}

/** What one step leaves for the next. */
interface Rehearsal extends RehearsalOptions {
	/** The clone that stands for the one of the person who releases. */
	clone: string;
	version: string;
	tag: string;
	/** The values of the workflow's expressions. */
	values: Map<string, string>;
	/** Where `upload-artifact` puts files. */
	artifacts: string;
	/** Set before each command, for the message about its failure. */
	present: { title: string; alone?: string };
}

/** Variables of this process that would change what a command of the workflow does. */
const FOREIGN = /^(REWARDS_ENGAGEMENT_(TARBALL|PREPARED_N8N|FAILURES)|GITHUB_\w+|GIT_\w+)$/;

/** Rehearses a release of the last commit, and returns the exit code. */
export async function rehearse(options: RehearsalOptions): Promise<number> {
	const plan = planOf(publishingJobs());
	const step = createSteps(plan.length + 4);
	const stops: Array<() => Promise<void>> = [];
	const rehearsal: Rehearsal = {
		...options,
		clone: path.join(options.folder, 'clone'),
		version: '',
		tag: '',
		values: new Map([
			['github.token', 'none'],
			['github.repository', manifest().name],
		]),
		artifacts: path.join(options.folder, 'artifacts'),
		present: { title: '' },
	};
	const begin = (title: string) => {
		rehearsal.present = { title };
		step(title);
	};
	try {
		begin('Clone the last commit');
		await cloneRoot(rehearsal);
		begin(`npm run release -- ${options.wanted}`);
		await release(rehearsal);
		begin('Start a registry on this machine');
		const registry = await openRegistry(rehearsal, stops);
		for (const planned of plan) {
			begin(`Job "${planned.job.name}" of ${PUBLISH}`);
			await runJob(planned, rehearsal, registry);
		}
		begin('Install the package by name in a real n8n');
		await installAndPay(rehearsal, registry, stops);
		if ((await git(root, 'tag', '--list', rehearsal.tag)) !== '')
			throw new Error(`The working copy has the tag ${rehearsal.tag}. The rehearsal must not leave one.`);
	} catch (error) {
		tellFailure(error, rehearsal);
		return 1;
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
	tellEnd(rehearsal);
	return 0;
}

async function git(cwd: string, ...args: string[]): Promise<string> {
	return (await run('git', args, { cwd, env: environment(), description: `git ${args[0]}` })).stdout.trim();
}

function environment(): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(npmEnvironment()).filter(([name]) => !FOREIGN.test(name)));
}

async function cloneRoot({ clone }: Rehearsal): Promise<void> {
	await git(root, 'clone', '--quiet', root, clone);
	// Whatever goes wrong, nothing leaves the clone.
	await git(clone, 'remote', 'set-url', '--push', 'origin', 'a-rehearsal-pushes-nothing');
	for (const [name, fallback] of [
		['user.name', 'A rehearsal'],
		['user.email', 'rehearsal@rewards-engagement.example'],
	] as const)
		await git(clone, 'config', name, await git(root, 'config', '--default', fallback, '--get', name));
	linkModules(clone);
	await writeChangelog(clone);
	const leftOut = (await git(root, 'status', '--porcelain')).split('\n').filter(Boolean).length;
	if (leftOut > 0)
		say(`  Uncommitted changes in ${leftOut} files are left out. A real release refuses them.`);
	say(`  The last commit is: ${await git(clone, 'log', '-1', '--format=%h %s')}`);
}

/** Right after a release nothing is unreleased, and the weekly rehearsal must still succeed. */
async function writeChangelog(clone: string): Promise<void> {
	const file = path.join(clone, 'CHANGELOG.md');
	const text = fs.readFileSync(file, 'utf8');
	if (sectionOf(text, UNRELEASED) !== '') return;
	fs.writeFileSync(file, text.replace(`## ${UNRELEASED}\n`, `## ${UNRELEASED}\n\n- A change.\n`));
	await git(clone, 'commit', '--all', '--quiet', '--message', 'docs(changelog): add a change');
	say('  The changelog has no unreleased changes, so the clone gets one. A real release refuses that.');
}

/** Runs the command of a real release in the clone, and checks its commit and its tag. */
async function release(rehearsal: Rehearsal): Promise<void> {
	const { clone, wanted } = rehearsal;
	const before = await git(clone, 'rev-parse', 'HEAD');
	await runTask('Version, changelog, saved workflows, commit and tag', async () => {
		await inShell(`npm run release -- ${wanted}`, clone, rehearsal);
	});
	const { version } = readJson(path.join(clone, 'package.json')) as { version: string };
	const tag = `v${version}`;
	Object.assign(rehearsal, { version, tag });

	const changelog = fs.readFileSync(path.join(clone, 'CHANGELOG.md'), 'utf8');
	const changed = (await git(clone, 'diff', '--name-only', before, 'HEAD')).split('\n');
	const fixtures = 'test/fixtures/saved-workflows';
	const expectations: Array<[string, string | boolean | undefined, string | boolean]> = [
		['The type of the tag', await git(clone, 'cat-file', '-t', tag), 'tag'],
		[
			'The tagged commit',
			await git(clone, 'rev-parse', `${tag}^{commit}`),
			await git(clone, 'rev-parse', 'HEAD'),
		],
		['The parent of the commit', await git(clone, 'rev-parse', 'HEAD^'), before],
		[
			'The message of the tag',
			await git(clone, 'tag', '--list', '--format=%(contents:subject)%0a%0a%(contents:body)', tag),
			`${version}\n\n${sectionOf(changelog, version)}`,
		],
		['The changelog of unreleased changes', sectionOf(changelog, UNRELEASED), ''],
		['The tags at the origin', await git(clone, 'ls-remote', '--tags', 'origin', tag), ''],
		['Uncommitted files', await git(clone, 'status', '--porcelain'), ''],
		['The folder of the saved workflows', fs.existsSync(path.join(clone, fixtures, tag)), true],
		['Unreleased workflows', fs.existsSync(path.join(clone, fixtures, 'unreleased')), false],
	];
	for (const [what, found, wanting] of expectations)
		if (found !== wanting) throw new Error(`${what}: it is "${found}" and should be "${wanting}".`);

	say(`  ${await git(clone, 'log', '-1', '--format=%h %s')}`);
	for (const file of changed.filter((one) => !one.startsWith(fixtures))) say(`    ${file}`);
	const kept = fs.readdirSync(path.join(clone, fixtures, tag)).length;
	say(`    ${fixtures}/${tag}: ${kept} files, and none are unreleased`);
	say(`  Tag ${tag}: annotated with the changelog, and not pushed`);
}

async function openRegistry({ folder }: Rehearsal, stops: Array<() => Promise<void>>): Promise<Registry> {
	const place = path.join(folder, 'registry');
	fs.mkdirSync(place);
	const registry = await startRegistry((await installHost()).node, place);
	stops.push(async () => await registry.stop());
	say(`  ${registry.url}`);
	return registry;
}

/** Runs the steps of a job in a separate folder, as GitHub does. */
async function runJob({ job, steps }: Planned, rehearsal: Rehearsal, registry: Registry): Promise<void> {
	const { values, artifacts } = rehearsal;
	// As on GitHub, the last folder has the name of the repository. npm takes it for the bill of materials.
	const folder = path.join(rehearsal.folder, 'jobs', job.name, manifest().name);
	fs.mkdirSync(folder, { recursive: true });
	for (const { title, step, treatment } of steps) {
		const artifact = path.join(artifacts, String(step.with?.name));
		switch (treatment.does) {
			case 'nothing':
				say(`  – ${title}: ${treatment.because}`);
				break;
			case 'check out':
				await runTask('Checking out the tag', async () => await checkOut(folder, rehearsal));
				break;
			case 'upload':
				fs.cpSync(path.join(folder, String(step.with?.path)), artifact, { recursive: true });
				tellPacked(artifact, rehearsal);
				break;
			case 'download':
				fs.cpSync(artifact, folder, { recursive: true });
				break;
			case 'run': {
				if (treatment.isLong && rehearsal.quick) {
					say(`  – ${title}: left out by --quick`);
					break;
				}
				rehearsal.present.title = `Job "${job.name}": ${title}`;
				const env = Object.fromEntries(
					Object.entries(step.env ?? {}).map(([name, value]) => [name, fillIn(value, values)]),
				);
				const output = await runTask(title, async () => {
					return await inShell(commandOf(step, treatment), folder, rehearsal, {
						...env,
						...(job.name === 'publish' ? settingsOfNpm(rehearsal, registry) : {}),
					});
				});
				if (treatment.because) say(`    ${treatment.because}`);
				if (treatment.before) say(`    ${output.trim()}`);
				if (step.id) noteOutputs(step.id, folder, values);
			}
		}
	}
	for (const [name, value] of Object.entries(job.outputs))
		values.set(`needs.${job.name}.outputs.${name}`, fillIn(value, values));
	if (job.name === 'pack') await packAgain(rehearsal);
	if (job.name === 'publish') await lookAtRegistry(rehearsal, registry);
}

/** As `actions/checkout` does: without history. Without --quick, the first command then installs the packages. */
async function checkOut(folder: string, { clone, tag, quick }: Rehearsal): Promise<void> {
	const url = `file://${clone}`;
	await git(
		folder,
		'clone',
		'--quiet',
		'--depth',
		'1',
		'--branch',
		tag,
		'-c',
		'advice.detachedHead=false',
		url,
		'.',
	);
	if (quick) linkModules(folder);
}

/**
 * Runs a command in the shell of GitHub's steps, and returns its output.
 *
 * @throws CommandError
 */
async function inShell(
	text: string,
	cwd: string,
	{ folder, tag, present }: Rehearsal,
	env: Record<string, string> = {},
): Promise<string> {
	const variables = { CI: 'true', GITHUB_REF_NAME: tag, GITHUB_OUTPUT: outputFile(cwd), ...env };
	const assignments = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
	present.alone = `cd '${cwd}' && export ${assignments.join(' ')}\n${text}`;
	const logFile = path.join(folder, 'commands.log');
	const from = textOf(logFile).length;
	await run('bash', ['-e', '-c', text], {
		cwd,
		env: { ...environment(), ...variables },
		logFile,
		description: text.split('\n')[0],
	});
	return textOf(logFile).slice(from);
}

/** The job that publishes talks only to the registry on this machine. */
function settingsOfNpm({ folder }: Rehearsal, registry: Registry): Record<string, string> {
	const settings = npmWithoutSettings(folder);
	// npm asks for a login before it publishes. This registry accepts any token.
	const token = `${registry.url.replace('http:', '')}/:_authToken=any`;
	fs.writeFileSync(settings.npm_config_userconfig ?? '', `registry=${registry.url}/\n${token}\n`);
	return settings;
}

const outputFile = (cwd: string) => `${cwd}.outputs`;

function noteOutputs(id: string, folder: string, values: Map<string, string>): void {
	for (const line of textOf(outputFile(folder)).split('\n')) {
		const [name = '', ...rest] = line.split('=');
		if (name !== '') values.set(`steps.${id}.outputs.${name}`, rest.join('='));
	}
}

/** Reports the files for the other jobs, after it has checked them. */
function tellPacked(artifact: string, { clone, version, tag }: Rehearsal): void {
	const { name } = manifest();
	const files = fs.readdirSync(artifact).sort();
	const wanted = [`${name}-${version}.tgz`, 'notes.md', 'sbom.cdx.json'].sort();
	if (files.join() !== wanted.join())
		throw new Error(`The job packed ${files.join(', ')} instead of ${wanted.join(', ')}.`);
	const notes = fs.readFileSync(path.join(artifact, 'notes.md'), 'utf8').trim();
	if (notes !== sectionOf(fs.readFileSync(path.join(clone, 'CHANGELOG.md'), 'utf8'), version))
		throw new Error(`The notes are not the section of the changelog about ${version}.`);
	const sbom = readJson(path.join(artifact, 'sbom.cdx.json')) as {
		bomFormat: string;
		metadata: { component: { name: string; version: string } };
		components: unknown[];
	};
	const { component } = sbom.metadata;
	if (sbom.bomFormat !== 'CycloneDX' || component.name !== name || component.version !== version)
		throw new Error(`The bill of materials is about ${component.name} ${component.version}.`);
	say(`  Packed: ${wanted.join(', ')}`);
	say(`    The bill of materials is about ${name} ${version}, and lists ${sbom.components.length} packages.`);
	say(
		`    The notes of the release are the ${notes.split('\n').length} lines of the changelog about ${tag}.`,
	);
}

/** Another person who packs the same commit in another folder gets the same bytes. */
async function packAgain(rehearsal: Rehearsal): Promise<void> {
	const { clone, folder, values } = rehearsal;
	rehearsal.present.title = 'Packing again, in the clone';
	await runTask('Packing again, in the clone', async () => {
		await inShell(`node scripts/run.mjs pack '${path.join(folder, 'again')}'`, clone, rehearsal);
	});
	const sums = [
		tarballIn(path.join(folder, 'artifacts', 'packed')),
		tarballIn(path.join(folder, 'again')),
	].map(checksum);
	for (const sum of sums) say(`    SHA-256 ${sum}`);
	if (sums[0] !== sums[1] || sums[0] !== values.get('needs.pack.outputs.sha256'))
		throw new Error('The two tarballs differ, or the job reports another checksum.');
}

/** Checks what npm would give to users. */
async function lookAtRegistry({ version, artifacts, folder }: Rehearsal, registry: Registry): Promise<void> {
	const { name } = manifest();
	const record = (await (await fetch(`${registry.url}/${name}`)).json()) as {
		'dist-tags': { latest: string };
		versions: Record<string, { dist: { tarball: string } }>;
	};
	const { latest } = record['dist-tags'];
	const published = path.join(folder, 'published.tgz');
	const answer = await fetch(record.versions[version]?.dist.tarball ?? '');
	fs.writeFileSync(published, Buffer.from(await answer.arrayBuffer()));
	if (latest !== version || checksum(published) !== checksum(tarballIn(path.join(artifacts, 'packed'))))
		throw new Error(`The registry offers ${latest}, or not the packed tarball.`);
	say(`  ${registry.url} offers ${name} ${latest}, byte for byte the packed tarball.`);
}

/** Installs the newest version by name, as a user does in the settings of n8n. Then makes one payout. */
async function installAndPay(
	rehearsal: Rehearsal,
	registry: Registry,
	stops: Array<() => Promise<void>>,
): Promise<void> {
	const { folder, version } = rehearsal;
	const { name } = manifest();
	const userFolder = path.join(folder, 'n8n');
	fs.mkdirSync(userFolder, { mode: 0o700 });
	const proxy = await startRegistryProxy(folder, registry, name);
	stops.push(async () => await proxy.stop());
	const service = await startService();
	stops.push(async () => await service.stop());
	const n8n = await runTask('Starting n8n', async () => {
		return await startN8n({
			...{ host: await installHost(), userFolder, port: await freePort() },
			...{ packageName: name, packageVersion: version },
			env: { ...proxy.env, ...npmWithoutSettings(userFolder) },
		});
	});
	stops.push(async () => await n8n.stop());
	const client = new N8nClient(n8n.url);
	await client.setUpOwner({ email: 'owner@rewards-engagement.example', password: freshPassword() });

	const installed = await runTask(`Settings → Community nodes → Install: ${name}`, async () => {
		return await client.installPackage(name);
	});
	if (installed.installedVersion !== version)
		throw new Error(`n8n installed version ${installed.installedVersion} instead of ${version}.`);
	const downloads = proxy.requests.filter(
		({ path: asked, status }) => asked.endsWith('.tgz') && status === 200,
	);
	if (downloads.length === 0) throw new Error('n8n did not download the package from the registry.');
	say(`  n8n lists version ${installed.installedVersion}, with these nodes:`);
	for (const node of installed.installedNodes) say(`    ${node.name} (${node.type})`);

	rehearsal.present.title = 'The first payout';
	const payout = await runTask('The first payout, by the example "quest-completed-bonus"', async () => {
		return await firstPayout(client, service);
	});
	say(`  The ledger has exactly one payout, ${payout}`);
}

function tarballIn(folder: string): string {
	const file = fs.readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (file === undefined) throw new Error(`There is no tarball in ${folder}.`);
	return path.join(folder, file);
}

function readJson(file: string): unknown {
	return JSON.parse(fs.readFileSync(file, 'utf8'));
}

function tellFailure(error: unknown, { present, wanted, quick, keep }: Rehearsal): void {
	say(`\n${error instanceof Error ? error.message : String(error)}\n`);
	if (present.alone && keep) say(`To run only the last command again:\n\n${present.alone}\n`);
	const flags = ['--rehearse', ...(quick ? ['--quick'] : []), '--keep'].join(' ');
	tellFailures([
		{ what: `The rehearsal failed: ${present.title}`, again: `npm run release -- ${wanted} ${flags}` },
	]);
}

function tellEnd({ tag, wanted }: Rehearsal): void {
	say(
		`\n${bold(`The rehearsal of ${tag} succeeded. Nothing was pushed, and this working copy is unchanged.`)}`,
	);
	say('\nOnly you can do the rest, in this order (docs/releasing.md):\n');
	for (const [index, step] of personsSteps(wanted).entries())
		say(`${String(index + 1).padStart(3)}. ${step}`);
}
