import path from 'node:path';

import { command } from './lib/command';
import { packageTarball } from './lib/pack';
import { say } from './lib/progress';
import { scan, scanReport } from './lib/scan/scan';
import { unpack } from './lib/tarball';

const HELP = `npm run scan [-- <folder>]

Looks at the package with the rules of n8n's scanner. Packs it, unless the folder of an unpacked one is given.`;

/** `npm run scan`. */
export const main = command({
	name: 'scan',
	help: HELP,
	takesWords: true,
	run: async ({ words: [given], folder }) => {
		const unpacked =
			given === undefined
				? unpack(await packageTarball(folder), path.join(folder, 'package'))
				: path.resolve(given);
		const looks = await scan(unpacked);
		for (const line of scanReport(looks)) say(line);
		return looks.every(({ findings }) => findings.length === 0) ? 0 : 1;
	},
});
