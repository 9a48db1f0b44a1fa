import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { stringify } from 'yaml';

import { installOnce } from '../../../scripts/lib/installOnce';
import { npmCommand, runNpm } from '../../../scripts/lib/npm';
import { packCommit } from '../../../scripts/lib/packElsewhere';
import { run } from '../../../scripts/lib/process';
import { root, type Manifest } from '../../../scripts/lib/project';
import { commandOf, planOf, PUBLISH, publishingJobs } from '../../../scripts/lib/release/publishing';
import { nextVersion } from '../../../scripts/lib/release/version';
import { readTarball, unpack } from '../../../scripts/lib/tarball';
import { freePort } from '../process/ports';
import { startServer } from '../process/servers';

const MANIFEST_FOLDER = path.join(__dirname, '..', '..', 'registry');
const BIN = path.join('node_modules', 'verdaccio', 'bin', 'verdaccio');

/** An npm registry on 127.0.0.1 that holds only what was published to it. */
export interface Registry {
	/** Without a slash at the end. */
	readonly url: string;
	/**
	 * Publishes a tarball.
	 *
	 * @param args for npm, such as `publish package.tgz --access public`
	 */
	publish(args: string[]): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Installs the registry if necessary, and starts it.
 *
 * @param node the Node.js of n8n, because the registry needs a newer one than the project
 * @param folder an existing folder for its packages and its log
 */
export async function startRegistry(node: string, folder: string): Promise<Registry> {
	const directory = await installOnce(MANIFEST_FOLDER, 'registry', {
		title: 'Installing an npm registry for tests',
		check: async (installed) => {
			await run(node, [path.join(installed, BIN), '--version'], { cwd: installed });
		},
	});
	const config = path.join(folder, 'registry.yaml');
	fs.writeFileSync(config, stringify(settings(path.join(folder, 'packages'))));
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const server = await startServer({
		program: node,
		args: [path.join(directory, BIN), '--config', config, '--listen', `127.0.0.1:${port}`],
		port,
		logFile: path.join(folder, 'registry.log'),
		env: { HOME: folder, PATH: process.env.PATH },
	});
	return {
		url,
		publish: async (args) => {
			const { command, leading } = npmCommand();
			// npm asks for a login before it publishes. This registry accepts any token.
			const token = `//127.0.0.1:${port}/:_authToken=${randomBytes(8).toString('hex')}`;
			await run(command, [...leading, ...args, '--registry', url, `--${token}`], {
				cwd: folder,
				env: { ...process.env, ...npmWithoutSettings(folder) },
				description: 'npm publish',
			});
		},
		stop: async () => await server.stop(),
	};
}

/** Everyone may publish, and a package that was not published does not exist. */
function settings(storage: string): object {
	return {
		storage,
		packages: { '**': { access: '$all', publish: '$all', unpublish: '$all' } },
		log: { type: 'stdout', format: 'pretty', level: 'http' },
		// The registry is not for people.
		web: { enable: false },
	};
}

/**
 * Makes npm ignore the settings of this machine, such as another registry, and use a new cache.
 *
 * @param folder an existing folder
 */
export function npmWithoutSettings(folder: string): Record<string, string> {
	return {
		// Files that do not exist. npm refuses one file for both.
		npm_config_userconfig: path.join(folder, 'npmrc-of-user'),
		npm_config_globalconfig: path.join(folder, 'npmrc-of-machine'),
		npm_config_cache: path.join(folder, 'npm-cache'),
		npm_config_update_notifier: 'false',
	};
}

/**
 * The version that users have, until something is released. What it stored must survive an update. Its parameters are
 * those of today, because a change of the interface before the release breaks no workflow of a user.
 */
const BEFORE_THE_FIRST_RELEASE = 'e43a2e6391fa3099386be107ace4d595663596dd';

/** A packed version of the package. */
export interface Version {
	tarball: string;
	version: string;
}

/** The version that users have now: the last release. @param folder an empty folder */
export async function packLastRelease(folder: string): Promise<Version> {
	const tags = execFileSync('git', ['tag', '--list', 'v*', '--sort=-version:refname', '--merged'], {
		cwd: root,
		encoding: 'utf8',
	});
	const [last = BEFORE_THE_FIRST_RELEASE] = tags.split('\n').filter(Boolean);
	const tarball = await packCommit(last, folder);
	return { tarball, version: versionOf(tarball) };
}

/**
 * Packs a tarball again as the version that follows another one.
 *
 * @param folder an empty folder
 */
export async function packAsNext(tarball: string, before: Version, folder: string): Promise<Version> {
	const copy = unpack(tarball, path.join(folder, 'copy'));
	const file = path.join(copy, 'package.json');
	const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest;
	const version = nextVersion(before.version, 'minor');
	fs.writeFileSync(file, JSON.stringify({ ...manifest, version }, undefined, '\t'));
	await runNpm(['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: copy });
	return { tarball: path.join(folder, `${manifest.name}-${version}.tgz`), version };
}

/**
 * Publishes a version with the command of the release workflow. A registry that is not on the internet cannot check
 * the provenance, so that is left out.
 */
export async function publish({ tarball }: Version, registry: Registry): Promise<void> {
	const steps = planOf(publishingJobs()).flatMap((planned) => planned.steps);
	const [command] = steps.flatMap(({ title, step, treatment }) =>
		title.startsWith('npm publish') && treatment.does === 'run' ? [commandOf(step, treatment)] : [],
	);
	if (command === undefined) throw new Error(`${PUBLISH} has no step that publishes.`);
	const [, ...args] = command.trim().split(' ');
	await registry.publish(args.map((one) => (one.endsWith('.tgz') ? tarball : one)));
}

function versionOf(tarball: string): string {
	const manifest = readTarball(tarball).find((entry) => entry.path === 'package.json')!;
	return (JSON.parse(manifest.content) as Manifest).version;
}
