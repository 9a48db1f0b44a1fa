import fs from 'node:fs';
import path from 'node:path';

import { command } from './lib/command';
import { tellFailures } from './lib/failures';
import { packageTarball } from './lib/pack';
import {
	contentsProblems,
	MAX_BYTES,
	MAX_PACKED_BYTES,
	packedSizeProblems,
	totalSize,
} from './lib/packageContents';
import { checksum, packElsewhere } from './lib/packElsewhere';
import { bold, runTask, say } from './lib/progress';
import { scanPackage, scanReport, scanSource } from './lib/scan/scan';
import { readTarball, unpack, type TarEntry } from './lib/tarball';

const HELP = `npm run check:package

Packs the package twice and lists the files that a user gets. Checks every file, compares the two tarballs, and runs
n8n's scanner on the source and the tarball.`;

/** `npm run check:package`. */
export const main = command({
	name: 'check-package',
	help: HELP,
	run: async ({ folder }) => {
		const tarball = await packageTarball(folder);
		const entries = readTarball(tarball);
		const packed = fs.statSync(tarball).size;
		const problems = [...contentsProblems(entries), ...packedSizeProblems(packed)];
		listFiles(entries, packed);

		const again = path.join(folder, 'again');
		fs.mkdirSync(again);
		const other = await runTask(
			'Packing another copy of the project',
			async () => await packElsewhere(again),
		);
		if (checksum(tarball) !== checksum(other)) problems.push(difference(entries, readTarball(other)));

		const unpacked = unpack(tarball, path.join(folder, 'package'));
		const looks = await runTask('Scanning', async () => [
			await scanSource(),
			...(await scanPackage(unpacked)),
		]);
		say();
		for (const line of scanReport(looks)) say(line);
		say(`SHA-256 ${checksum(tarball)}`);
		const found = looks
			.filter(({ findings }) => findings.length > 0)
			.map(({ title }) => `${title}: see above`);
		const all = [...problems, ...found];
		tellFailures(all.map((what) => ({ what, again: 'npm run check:package' })));
		if (all.length === 0) say(bold('The package is correct.'));
		return all.length === 0 ? 0 : 1;
	},
});

function listFiles(entries: TarEntry[], packed: number): void {
	say();
	for (const { path: file, size } of entries) say(`  ${String(size).padStart(7)}  ${file}`);
	say();
	const size = (bytes: number, most: number) =>
		`${(bytes / 1000).toFixed(1)} kB (limit ${(most / 1000).toFixed(1)} kB)`;
	say(
		`${entries.length} files, unpacked ${size(totalSize(entries), MAX_BYTES)}, packed ${size(packed, MAX_PACKED_BYTES)}`,
	);
}

/** Says in which files two tarballs of the same source differ. */
function difference(entries: TarEntry[], others: TarEntry[]): string {
	const lines = (list: TarEntry[]) =>
		list.map(({ path: file, mode, content }) => `${file} ${mode} ${content}`);
	const [here, there] = [lines(entries), new Set(lines(others))];
	const files = entries.filter((_, index) => !there.has(here[index] ?? '')).map(({ path: file }) => file);
	return `A copy of the project leads to a different tarball: ${files.join(', ') || 'the same files, but packed differently'}.`;
}
