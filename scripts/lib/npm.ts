import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

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

/**
 * npm hands the project's own settings and name to everything it starts; an npm that works in another folder
 * must not take them for its own.
 */
export function npmEnvironment(): NodeJS.ProcessEnv {
	const env = { ...process.env };
	for (const name of Object.keys(env)) {
		const foreign = /^npm_(config_local_prefix|config_ignore_scripts|package_|lifecycle_)/i.test(name);
		if (foreign || name === 'INIT_CWD' || name === 'NODE_ENV') delete env[name];
	}
	return env;
}

/** How to start npm without a shell: the npm that started us, if any, for that is the same version. */
export function npmCommand(): { command: string; leading: string[] } {
	const cli = process.env.npm_execpath;
	if (cli && path.basename(cli) === 'npm-cli.js') return { command: process.execPath, leading: [cli] };
	if (process.platform === 'win32') {
		return {
			command: process.execPath,
			leading: [path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')],
		};
	}
	return { command: 'npm', leading: [] };
}

/** `npm ci` in `folder`, with the packages on disk counted against the lock file on the task's bar. */
export async function installFromLock(
	folder: string,
	{ task, logFile, args = [] }: { task: Task; logFile: string; args?: string[] },
): Promise<void> {
	const locations = packageFolders(folder);
	task.update({ total: locations.length, unit: 'packages' });
	// npm makes every folder first and fills it later, so a package counts once its package.json lies there.
	const isThere = (location: string) => fs.existsSync(path.join(folder, location, 'package.json'));
	const count = () => {
		const done = locations.filter(isThere).length;
		task.update({ done, note: done === locations.length ? 'finishing' : '' });
	};
	const timer = setInterval(count, 1000);
	try {
		await runNpm(['ci', ...args], { cwd: folder, logFile });
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

/** Hex SHA-256 over the contents of the files, in the order given. */
export function hashFiles(...files: string[]): string {
	const hash = createHash('sha256');
	for (const file of files) hash.update(fs.readFileSync(file));
	return hash.digest('hex');
}
