import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { packTarball } from './lib/pack';
import { bold, say } from './lib/progress.cjs';
import { scan, type Look } from './lib/scan/scan';
import { unpack } from './lib/tarball';

/**
 * `npm run scan [-- <unpacked tarball>]`: packs the package, unless the folder of an unpacked one is given, and looks
 * at it with the rules of n8n's scanner. Returns the exit code.
 */
export async function main([given]: string[]): Promise<number> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-scan-'));
	try {
		const unpacked = path.join(folder, 'package');
		if (given === undefined) unpack(await packTarball(folder), unpacked);
		const looks = await scan(given === undefined ? unpacked : path.resolve(given));
		for (const line of scanReport(looks)) say(line);
		return looks.every(({ findings }) => findings.length === 0) ? 0 : 1;
	} finally {
		fs.rmSync(folder, { recursive: true, force: true });
	}
}

/** Lines that say what was looked at and what was found. */
export function scanReport(looks: Look[]): string[] {
	return looks.flatMap(({ title, files, findings }) => [
		bold(`${title}: ${files} files, ${findings.length} findings`),
		...findings.map(({ file, line, rule, message }) => `✘ ${file}:${line}  ${rule}  ${message}`),
	]);
}
