import fs from 'node:fs';
import path from 'node:path';

import { installOnce } from '../../../scripts/lib/installOnce';
import { run } from '../../../scripts/lib/process';

/** The n8n that the demo and the end-to-end tests run. */
const MANIFEST_FOLDER = path.join(__dirname, '..', '..', 'n8n');

/** Free disk space for the installation of n8n. */
const REQUIRED_BYTES = 3.5e9;

/** The only two packages whose install scripts are needed. All other scripts stay off. */
const NODE_SCRIPT = { node: 'Fetching the Node.js that n8n needs' };
const SCRIPTS = { ...NODE_SCRIPT, sqlite3: 'Building the SQLite module of n8n' };

/** An installed n8n that is ready to start. */
export interface N8nHost {
	/** The parent folder of node_modules. */
	directory: string;
	/** The Node.js binary for n8n. The version of our own process may differ. */
	node: string;
	/** The script for Node.js: n8n's own command line. */
	n8nBin: string;
}

/**
 * Installs an n8n from its lock file into the cache, or finds it there. The folder gets its final name only when it
 * is complete and checked. A second process waits for the first.
 *
 * @param manifestFolder Contains the package.json and pnpm-lock.yaml. The default is the n8n of the demo and the
 * end-to-end tests.
 * @throws Error with a readable message when disk space is short, pnpm fails, or the installed n8n does not run.
 */
export async function installHost(manifestFolder: string = MANIFEST_FOLDER): Promise<N8nHost> {
	const { n8n } = pinned(manifestFolder);
	const directory = await installOnce(manifestFolder, 'n8n', {
		title: `Installing n8n ${n8n} (once, about 3 GB)`,
		scripts: SCRIPTS,
		bytes: REQUIRED_BYTES,
		check: async (folder) => await checkHost(hostIn(folder)),
	});
	return hostIn(directory);
}

/**
 * Installs only a Node.js, as `installHost` does an n8n.
 *
 * @returns Path of the Node.js binary.
 */
export async function installNode(manifestFolder: string): Promise<string> {
	const directory = await installOnce(manifestFolder, 'node', {
		title: `Installing Node.js ${pinned(manifestFolder).node}`,
		scripts: NODE_SCRIPT,
		check: checkNode,
	});
	return nodeIn(directory);
}

function hostIn(directory: string): N8nHost {
	return {
		directory,
		node: nodeIn(directory),
		n8nBin: path.join(directory, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}

function nodeIn(directory: string): string {
	const binary = process.platform === 'win32' ? 'node.exe' : 'node';
	return path.join(directory, 'node_modules', 'node', 'bin', binary);
}

/** The versions in a manifest. */
function pinned(folder: string): { n8n: string; node: string } {
	const manifest = fs.readFileSync(path.join(folder, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string; node: string } }).dependencies;
}

/** Checks that the installed version is the requested one, and that it runs. */
async function checkHost(host: N8nHost): Promise<void> {
	await checkNode(host.directory);
	const options = { cwd: host.directory };
	const openDatabase = "new (require('sqlite3').Database)(':memory:').close()";
	await run(host.node, ['-e', openDatabase], options);
	const { stdout } = await run(host.node, [host.n8nBin, '--version'], options);
	const { n8n } = pinned(host.directory);
	if (stdout.trim() !== n8n)
		throw new Error(`The installed n8n should have version ${n8n}, but has ${stdout.trim()}.`);
}

async function checkNode(folder: string): Promise<void> {
	const { stdout } = await run(nodeIn(folder), ['--version'], { cwd: folder });
	const { node } = pinned(folder);
	if (stdout.trim() !== `v${node}`)
		throw new Error(`The installed Node.js should have version ${node}, but has ${stdout.trim()}.`);
}
