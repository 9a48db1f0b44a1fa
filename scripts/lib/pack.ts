import fs from 'node:fs';
import path from 'node:path';

import { build } from './build';
import { withLock } from './lock';
import { runNpm } from './npm';
import { runTask, say } from './progress';
import { manifest, root } from './project';

/** What a packed file's owner, group and others may do. */
const MODE = 0o644;

/** Names a tarball of the package that is to be used wherever one is needed; CI packs it once. */
export const TARBALL_VARIABLE = 'REWARDS_ENGAGEMENT_TARBALL';

/** The tarball that REWARDS_ENGAGEMENT_TARBALL names; without it the package is built and packed into the folder. */
export async function packageTarball(folder: string): Promise<string> {
	const given = process.env[TARBALL_VARIABLE];
	if (!given) return await packTarball(folder);
	if (!fs.existsSync(given)) throw new Error(`${TARBALL_VARIABLE} names ${given}, which is not there.`);
	say(`  The package is ${given}.`);
	return path.resolve(given);
}

/**
 * Builds the package and packs it as `npm publish` would. The same source gives the same tarball wherever it lies and
 * whoever packs it; only the compression is that of the Node.js that runs npm. One process packs at a time.
 *
 * @param destination Folder for the tarball; it is made when it does not exist.
 * @returns Path of the tarball.
 */
export async function packTarball(destination: string): Promise<string> {
	const waiting = () => say('  Another process is packing; waiting for it.');
	return await withLock(path.join(root, 'node_modules', '.packing.lock'), waiting, async () => {
		await build();
		return await pack(destination);
	});
}

async function pack(destination: string): Promise<string> {
	const { name, version } = manifest();
	const tarball = path.join(destination, `${name}-${version}.tgz`);
	fs.mkdirSync(destination, { recursive: true });
	fs.rmSync(tarball, { force: true });
	await runTask('Packing', async () => {
		for (const file of packedFiles()) fs.chmodSync(file, MODE);
		await runNpm(['pack', '--ignore-scripts', '--pack-destination', destination], { cwd: root });
	});
	if (!fs.existsSync(tarball)) throw new Error(`npm packed no ${tarball}.`);
	return tarball;
}

/** npm keeps the modes of files, and those come from the umask of whoever cloned the project. */
function packedFiles(): string[] {
	const inDist = fs.readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true });
	return [
		...inDist.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)),
		...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'].map((file) => path.join(root, file)),
	];
}
