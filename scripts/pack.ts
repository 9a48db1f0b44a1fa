import path from 'node:path';

import { UsageError } from './lib/command';
import { packTarball } from './lib/pack';
import { say } from './lib/progress';

/** For the same tarball in less time, where the types are looked at elsewhere. */
const UNCHECKED = '--unchecked';

/** `node scripts/run.mjs pack <folder>`: builds, packs into the folder, and says where the tarball is. */
export async function main(args: string[]): Promise<void> {
	const [destination] = args.filter((argument) => argument !== UNCHECKED);
	if (destination === undefined)
		throw new UsageError('Say which folder the tarball goes into: pack <folder>');
	say(await packTarball(path.resolve(destination), { checksTypes: !args.includes(UNCHECKED) }));
}
