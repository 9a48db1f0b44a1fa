import fs from 'node:fs';
import path from 'node:path';

import { MANIFEST } from './cache';
import { UsageError } from './command';
import { temporaryFolder } from './folder';
import { lockWithNpm, lockWithPnpm, viewPackage } from './npm';
import { CommandError } from './process';
import { runTask, say } from './progress';

/** These must have the versions that the n8n of the tests has. */
const OF_N8N = ['n8n-core', 'n8n-workflow', 'zod'];

const N8N = path.join('test', 'n8n');
const README = 'README.md';
const VERSION = /^\d+\.\d+\.\d+$/;

/** The n8n of the tests and the demo, its Node.js, and the packages of the project that depend on them. */
export interface Versions {
	n8n: string;
	node: string;
	/** By name. */
	packages: Record<string, string>;
}

interface Dependencies {
	dependencies: Record<string, string>;
	devDependencies: Record<string, string>;
	workspaces: string[];
}

/** The versions in the manifests of a project. */
export function presentVersions(root: string): Versions {
	const { n8n = '', node = '' } = manifestOf(path.join(root, N8N)).dependencies;
	const { devDependencies } = manifestOf(root);
	return {
		n8n,
		node,
		packages: Object.fromEntries(OF_N8N.map((name) => [name, devDependencies[name] ?? ''])),
	};
}

/**
 * Asks the registry for the newest versions. Node.js keeps its major version.
 *
 * @param wanted the version of n8n, by default the newest whose packages all exist. Without it, the version never
 * becomes an earlier one.
 * @throws Error when the registry does not have it, or when it is a prerelease
 */
export async function newestVersions(root: string, present: Versions, wanted?: string): Promise<Versions> {
	if (wanted !== undefined && !VERSION.test(wanted))
		throw new UsageError(`The version must be a number such as 2.41.0, and is "${wanted}".`);
	const n8n = wanted ?? (await newestComplete(root, present.n8n));
	const dependencies = (await viewPackage(`n8n@${n8n}`, 'dependencies')) as Record<string, string>;
	const major = present.node.split('.')[0]!;
	const nodes = [(await viewPackage(`node@${major}`, 'version')) as string | string[]].flat();
	return {
		n8n,
		node: ascending([present.node, ...nodes]).pop()!,
		packages: Object.fromEntries(OF_N8N.map((name) => [name, exact(name, dependencies[name])])),
	};

	function exact(name: string, version: string | undefined): string {
		if (version !== undefined && VERSION.test(version)) return version;
		throw new Error(`n8n ${n8n} depends on ${name} ${version ?? '(not at all)'}, which is not one version.`);
	}
}

/**
 * The newest n8n that the registry recommends, or the newest before it whose packages all exist. A mirror of npm can
 * have n8n without some of its packages.
 */
async function newestComplete(root: string, present: string): Promise<string> {
	const recommended = (await viewPackage('n8n', 'version')) as string;
	const all = [(await viewPackage('n8n', 'versions')) as string | string[]].flat();
	const newer = ascending(all).filter(
		(version) => isNewer(version, present) && !isNewer(version, recommended),
	);
	for (const version of newer.reverse()) {
		const missing = await runTask(
			`Looking for the packages of n8n ${version}`,
			async () => await missingPackage(root, version),
		);
		if (missing === undefined) return version;
		say(`  n8n ${version} is left out, because the registry does not have ${missing}.`);
	}
	return present;
}

/** How pnpm says that the registry does not have a version or a package. Any other failure is no answer. */
const MISSING =
	/ERR_PNPM_NO_MATCHING_VERSION\s+No matching version found for (\S+)|ERR_PNPM_FETCH_404[^]*\n(\S+) is not in the npm registry/;

/** A package that this n8n needs, directly or not, and that the registry does not have. */
async function missingPackage(root: string, n8n: string): Promise<string | undefined> {
	const temporary = temporaryFolder('n8n-version');
	const folder = temporary.path;
	const workspace = 'pnpm-workspace.yaml';
	fs.copyFileSync(path.join(root, N8N, workspace), path.join(folder, workspace));
	fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ dependencies: { n8n } }));
	try {
		await lockWithPnpm(folder);
		return undefined;
	} catch (error) {
		const [, version, name] = (error instanceof CommandError && MISSING.exec(error.output)) || [];
		const missing = version ?? name;
		if (missing === undefined) throw error;
		return missing;
	} finally {
		temporary.remove();
	}
}

/** Without prereleases. */
function ascending(versions: string[]): string[] {
	return versions
		.filter((version) => VERSION.test(version))
		.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

const isNewer = (version: string, other: string) => version.localeCompare(other, 'en', { numeric: true }) > 0;

/**
 * Writes versions into the manifests, the lock files and the README. First it makes all files in another folder, so
 * that nothing changes when a step fails.
 *
 * @param npm the arguments that start the npm of the lock file
 */
export async function writeVersions(
	root: string,
	versions: Versions,
	folder: string,
	npm?: string[],
): Promise<void> {
	const { n8n, node, packages } = versions;
	const { workspaces } = manifestOf(root);
	const copied = [
		...['package.json', 'package-lock.json', '.npmrc', README],
		...workspaces.map((workspace) => path.join(workspace, 'package.json')),
		...MANIFEST.map((file) => path.join(N8N, file)),
	];
	for (const file of copied) {
		fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		fs.copyFileSync(path.join(root, file), path.join(folder, file));
	}
	setVersions(path.join(folder, N8N, 'package.json'), { n8n, node });
	setVersions(path.join(folder, 'package.json'), packages);
	const [line] = /^\d+\.\d+/.exec(n8n)!;
	const tested = /(\[tested\]\(docs\/compatibility\.md\) with .* and )\d+\.\d+\./;
	replace(path.join(folder, README), tested, (_, before) => `${before}${line}.`);
	await runTask(`Locking the packages of n8n ${n8n}`, async () => await lockWithPnpm(path.join(folder, N8N)));
	await runTask('Locking the packages of the project', async () => await lockWithNpm(folder, npm));
	for (const file of copied) fs.copyFileSync(path.join(folder, file), path.join(root, file));
}

function setVersions(file: string, versions: Record<string, string>): void {
	for (const [name, version] of Object.entries(versions))
		replace(file, new RegExp(`("${name}": )"[^"]+"`), (_, before) => `${before}"${version}"`);
}

function replace(file: string, pattern: RegExp, by: (found: string, before: string) => string): void {
	const text = fs.readFileSync(file, 'utf8');
	if (!pattern.test(text)) throw new Error(`${path.basename(file)} has no ${String(pattern)}.`);
	fs.writeFileSync(file, text.replace(pattern, by));
}

function manifestOf(folder: string): Dependencies {
	return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Dependencies;
}
