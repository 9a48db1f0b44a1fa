import path from 'node:path';

import { UsageError } from './lib/command';
import { packTarball } from './lib/pack';
import { say } from './lib/progress';

/** `node scripts/run.mjs pack <folder>`: builds, packs into the folder, and prints the path of the tarball. */
export async function main([destination]: string[]): Promise<void> {
	if (destination === undefined)
		throw new UsageError('Say which folder the tarball goes into: pack <folder>');
	say(await packTarball(path.resolve(destination)));
}
