import os from 'node:os';
import path from 'node:path';

import { run, textOf, type Ended } from './process';
import type { Task } from './progress';
import { program } from './project';

interface Place {
	cwd: string;
	/** Gets its output. */
	logFile: string;
}

/** The environment for npm or pnpm in another folder. */
export function npmEnvironment(): NodeJS.ProcessEnv {
	const env = { ...process.env };
	for (const name of Object.keys(env)) {
		// npm passes the project's own settings and name to every program that it starts.
		const foreign = /^npm_(config_(local_prefix|ignore_scripts|loglevel)|package_|lifecycle_)/i.test(name);
		if (foreign || name === 'INIT_CWD' || name === 'NODE_ENV') delete env[name];
	}
	// A failure must show its reason, also to a user who has npm print nothing, as `npm run -s` does.
	env.npm_config_loglevel = 'notice';
	return env;
}

/** How to start npm without a shell. The npm that started us comes first, because it has the right version. */
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

/**
 * Runs npm in `cwd`.
 *
 * @throws CommandError
 */
export async function runNpm(args: string[], { cwd }: Pick<Place, 'cwd'>): Promise<Ended> {
	const { command, leading } = npmCommand();
	return await run(command, [...leading, ...args, '--no-audit', '--no-fund'], {
		cwd,
		env: npmEnvironment(),
		description: `npm ${args.slice(0, 2).join(' ')}`,
	});
}

/** npm must not take these settings from the user's own configuration when it writes a lock file. */
const NPM_SETTINGS = {
	before: null,
	'ignore-scripts': true,
	'install-strategy': 'hoisted',
	'legacy-peer-deps': false,
	'omit-lockfile-registry-resolved': true,
};
const asFlags = (settings: object, prefix = '--') =>
	Object.entries(settings).map(([name, value]) => `${prefix}${name}=${value}`);

/** npm 11 leaves out entries that npm 10 needs. */
const NPM_10 = ['exec', '--yes', 'npm@10', '--'];

/**
 * Makes the package-lock.json in `cwd` match its package.json, and installs nothing.
 *
 * @param npm the arguments that start the npm that writes it
 * @throws CommandError
 */
export async function lockWithNpm(cwd: string, npm: string[] = NPM_10): Promise<void> {
	await runNpm([...npm, 'install', '--package-lock-only', ...asFlags(NPM_SETTINGS)], { cwd });
}

/**
 * What the registry knows about a package, such as `n8n@2.41.0`.
 *
 * @throws CommandError when there is no such package or version
 */
export async function viewPackage(spec: string, field: string): Promise<unknown> {
	const { stdout } = await runNpm(['view', spec, field, '--json'], { cwd: os.tmpdir() });
	if (stdout.trim() === '') throw new Error(`The registry has no ${field} of ${spec}.`);
	return JSON.parse(stdout) as unknown;
}

/** pnpm must not take these settings from the user's own configuration. The user's choice of registry stays. */
const PNPM_SETTINGS = {
	'auto-install-peers': true,
	'enable-modules-dir': true,
	'engine-strict': false,
	lockfile: true,
	'lockfile-include-tarball-url': false,
	loglevel: 'info',
	// With 0 pnpm would still compare the time, and download much more to know it.
	'minimum-release-age': '',
	'modules-dir': 'node_modules',
	'node-linker': 'hoisted',
	optional: true,
	production: true,
	reporter: 'append-only',
	'strict-peer-dependencies': false,
	'update-notifier': false,
};
const PROGRESS = /Packages: \+(\d+)[^]*reused (\d+), downloaded (\d+), added (\d+)/;
const LOOK_MS = 1000;

/**
 * Installs the packages of the pnpm-lock.yaml in `cwd`, flat as npm does, and runs no script of any package.
 *
 * @param store where pnpm keeps every file once
 * @throws CommandError
 */
export async function installLocked(store: string, task: Task, { cwd, logFile }: Place): Promise<void> {
	const tell = () => {
		const counts = PROGRESS.exec(textOf(logFile))?.slice(1).map(Number);
		if (!counts) return;
		const [total, reused = 0, downloaded = 0, done] = counts;
		task.update({ total, done, unit: 'packages', note: `${reused + downloaded} fetched` });
	};
	const timer = setInterval(tell, LOOK_MS);
	try {
		await runPnpm(['install', '--frozen-lockfile', '--ignore-scripts', `--store-dir=${store}`], {
			cwd,
			logFile,
		});
	} finally {
		clearInterval(timer);
	}
}

/** Runs the install scripts of one package that {@link installLocked} has installed. */
export async function runInstallScripts(name: string, place: Place): Promise<void> {
	await runPnpm(['rebuild', name], place);
}

/**
 * Makes the pnpm-lock.yaml in `cwd` match its package.json, and installs nothing.
 *
 * @throws CommandError
 */
export async function lockWithPnpm(cwd: string): Promise<void> {
	await runPnpm(['install', '--lockfile-only', '--no-frozen-lockfile', '--ignore-scripts'], { cwd });
}

async function runPnpm(args: string[], { cwd, logFile }: Pick<Place, 'cwd'> & Partial<Place>): Promise<void> {
	const settings = asFlags(PNPM_SETTINGS, '--config.');
	await run(process.execPath, [program('pnpm', 'bin/pnpm.cjs'), ...args, ...settings], {
		cwd,
		env: npmEnvironment(),
		logFile,
		description: `pnpm ${args[0]}`,
	});
}
