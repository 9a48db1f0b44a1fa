import fs from 'node:fs';
import path from 'node:path';

import { build } from './build';
import { withLock } from './lock';
import { runNpm } from './npm';
import { runTask, say } from './progress';
import { manifest, root } from './project';

/** The permissions of a packed file for owner, group and others. */
const MODE = 0o644;

/** Names a tarball of the package to use everywhere. CI packs it once. */
export const TARBALL_VARIABLE = 'REWARDS_ENGAGEMENT_TARBALL';

/**
 * The tarball that REWARDS_ENGAGEMENT_TARBALL names. Without that variable this builds the package and packs it into
 * the folder.
 */
export async function packageTarball(folder: string): Promise<string> {
	const given = process.env[TARBALL_VARIABLE];
	if (!given) return await packTarball(folder);
	if (!fs.existsSync(given)) throw new Error(`${TARBALL_VARIABLE} names ${given}, which does not exist.`);
	say(`  The package is in ${given}.`);
	return path.resolve(given);
}

/**
 * Builds the package and packs it as `npm publish` does. The same source always gives the same tarball, in any folder
 * and for any user. One process packs at a time.
 *
 * @param destination Folder for the tarball. It is made when it does not exist.
 * @returns Path of the tarball.
 */
export async function packTarball(destination: string): Promise<string> {
	const waiting = () => say('  Waiting for another process that is packing.');
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
	if (!fs.existsSync(tarball)) throw new Error(`npm did not write ${tarball}.`);
	return tarball;
}

/** npm keeps the modes of files, which depend on the umask of the person who cloned the project. */
function packedFiles(): string[] {
	const inDist = fs.readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true });
	return [
		...inDist.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)),
		...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'].map((file) => path.join(root, file)),
	];
}
