import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { stringify } from 'yaml';

import { installOnce } from '../../../scripts/lib/installOnce';
import { npmCommand } from '../../../scripts/lib/npm';
import { run } from '../../../scripts/lib/process';
import { freePort } from '../process/ports';
import { startServer } from '../process/server';

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
