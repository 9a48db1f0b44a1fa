import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { extract } from 'tar';

import { linkModules } from './linkModules';
import { run, start } from './process';
import { root } from './project';

/** A build does not read these. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'coverage']);

/**
 * Packs a copy of the project that differs in everything that must not matter. It is in another folder, its files
 * have other times, and only their owner may read them.
 *
 * @param folder an empty folder
 * @returns Path of the tarball
 */
export async function packElsewhere(folder: string): Promise<string> {
	const copy = path.join(folder, 'another copy');
	fs.cpSync(root, copy, { recursive: true, filter: (file) => !LEFT_OUT.has(path.relative(root, file)) });
	const modules = linkModules(copy);
	for (const entry of fs.readdirSync(copy, { recursive: true, withFileTypes: true })) {
		const file = path.join(entry.parentPath, entry.name);
		if (!entry.isFile() || file.startsWith(modules)) continue;
		fs.chmodSync(file, 0o600);
		fs.utimesSync(file, 1e9, 1e9);
	}
	return await packIn(copy, path.join(folder, 'packed'), ['--require', setUmask(folder)]);
}

/**
 * Packs the project as it was at a commit, with the packages that are installed now.
 *
 * @param folder an empty folder
 * @returns Path of the tarball
 * @throws Error when this clone of the repository does not have the commit
 */
export async function packCommit(commit: string, folder: string): Promise<string> {
	const copy = path.join(folder, 'earlier copy');
	const archive = path.join(folder, 'earlier.tar');
	fs.mkdirSync(copy);
	const { failure } = await start('git', ['cat-file', '-e', commit], { cwd: root }).ended;
	if (failure !== undefined)
		throw new Error(`This clone does not have the commit ${commit}. Run git fetch --unshallow first.`);
	await run('git', ['archive', '--output', archive, commit], { cwd: root });
	extract({ file: archive, cwd: copy, sync: true });
	linkModules(copy);
	return await packIn(copy, path.join(folder, 'packed'));
}

async function packIn(copy: string, packed: string, nodeArgs: string[] = []): Promise<string> {
	const args = [...nodeArgs, path.join(copy, 'scripts', 'run.mjs'), 'pack', packed];
	await run(process.execPath, args, { cwd: copy, description: 'Packing another copy' });
	const [tarball] = fs.readdirSync(packed);
	return path.join(packed, tarball ?? '');
}

/** A module that sets the umask. Only the owner can read files that are made after it. */
function setUmask(folder: string): string {
	const file = path.join(folder, 'umask.cjs');
	fs.writeFileSync(file, 'process.umask(0o077);\n');
	return file;
}

/** SHA-256 of a file, in hexadecimal. */
export function checksum(file: string): string {
	return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}
