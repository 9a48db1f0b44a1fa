import fs from 'node:fs';
import path from 'node:path';

import { npmCommand, npmEnvironment } from './npmCommand.cjs';
import { run, type Ended } from './process';
import type { Task } from './progress';

/**
 * Runs npm in `cwd`.
 *
 * @param logFile gets what it writes; without one that is in the result
 * @throws CommandError
 */
export async function runNpm(
	args: string[],
	{ cwd, logFile }: { cwd: string; logFile?: string },
): Promise<Ended> {
	const { command, leading } = npmCommand();
	return await run(command, [...leading, ...args, '--no-audit', '--no-fund'], {
		cwd,
		env: npmEnvironment(),
		logFile,
		description: `npm ${args.slice(0, 2).join(' ')}`,
	});
}

/** Counts the packages in these folders against a lock file, on the task's bar, while `npm ci` is at work. */
export async function countPackages<T>(
	manifestFolder: string,
	folders: readonly string[],
	task: Task,
	work: () => Promise<T>,
): Promise<T> {
	const locations = packageFolders(manifestFolder);
	task.update({ total: locations.length, unit: 'packages' });
	// npm makes every folder first and fills it later, so a package counts once its package.json lies there.
	const isThere = (location: string) =>
		folders.some((folder) => fs.existsSync(path.join(folder, location, 'package.json')));
	const count = () => {
		const done = locations.filter(isThere).length;
		task.update({ done, note: done === locations.length ? 'finishing' : '' });
	};
	const timer = setInterval(count, 1000);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

interface LockEntry {
	os?: string[];
	cpu?: string[];
	libc?: string[];
}

function packageFolders(folder: string): string[] {
	const text = fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
	const { packages } = JSON.parse(text) as { packages: Record<string, LockEntry> };
	const library = libraryOfC();
	return Object.entries(packages)
		.filter(([location, entry]) => location !== '' && fitsThisMachine(entry, library))
		.map(([location]) => location);
}

/** Which C library Node.js was built for; packages with binaries come in one variant per library on Linux. */
function libraryOfC(): string {
	if (process.platform !== 'linux') return '';
	const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
	return header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** npm leaves out what is made for another system. */
function fitsThisMachine({ os, cpu, libc }: LockEntry, library: string): boolean {
	const allows = (list: string[] | undefined, value: string) =>
		list === undefined ||
		(list.every((entry) => entry.startsWith('!')) ? !list.includes(`!${value}`) : list.includes(value));
	return allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, library);
}
