import fs from 'node:fs';
import path from 'node:path';

import { build } from './build';
import { runNpm } from './npm.cjs';
import { runTask } from './progress.cjs';
import { manifest, root } from './project';

/**
 * Builds the package and packs it as `npm publish` would.
 *
 * @param destination Folder for the tarball; it is made when it does not exist.
 * @returns Path of the tarball.
 */
export async function packTarball(destination: string): Promise<string> {
	await build();
	const { name, version } = manifest();
	const tarball = path.join(destination, `${name}-${version}.tgz`);
	fs.mkdirSync(destination, { recursive: true });
	fs.rmSync(tarball, { force: true });
	await runTask('Packing', async () => {
		const logFile = path.join(destination, 'npm-pack.log');
		await runNpm(['pack', '--ignore-scripts', '--pack-destination', destination], { cwd: root, logFile });
		fs.rmSync(logFile, { force: true });
	});
	if (!fs.existsSync(tarball)) throw new Error(`npm packed no ${tarball}.`);
	return tarball;
}
