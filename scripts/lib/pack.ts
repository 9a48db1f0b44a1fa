import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { withLock } from './lock';
import { build } from './build';
import { runNpm } from './npm.cjs';
import { runTask, say } from './progress.cjs';
import { manifest, root } from './project';

/** What a packed file's owner, group and others may do. */
const MODE = 0o644;

/**
 * Builds the package and packs it as `npm publish` would. The same source gives the same tarball wherever it lies and
 * whoever packs it; only the compression is that of the Node.js that runs npm. One process packs at a time.
 *
 * @param destination Folder for the tarball; it is made when it does not exist.
 * @returns Path of the tarball.
 */
export async function packTarball(destination: string): Promise<string> {
	const waiting = (owner: number) => say(`  Another process (${owner}) is packing; waiting for it.`);
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
		const logFile = path.join(os.tmpdir(), `rewards-engagement-pack-${process.pid}.log`);
		for (const file of packedFiles()) fs.chmodSync(file, MODE);
		await runNpm(['pack', '--ignore-scripts', '--pack-destination', destination], { cwd: root, logFile });
		fs.rmSync(logFile, { force: true });
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
