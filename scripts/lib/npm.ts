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
		const foreign = /^npm_(config_local_prefix|config_ignore_scripts|package_|lifecycle_)/i.test(name);
		if (foreign || name === 'INIT_CWD' || name === 'NODE_ENV') delete env[name];
	}
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

/** pnpm must not take these settings from the user's own configuration. The user's choice of registry stays. */
const PNPM_SETTINGS = {
	'auto-install-peers': true,
	'enable-modules-dir': true,
	'engine-strict': false,
	lockfile: true,
	'modules-dir': 'node_modules',
	'node-linker': 'hoisted',
	optional: true,
	production: true,
	reporter: 'append-only',
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

async function runPnpm(args: string[], { cwd, logFile }: Place): Promise<void> {
	const settings = Object.entries(PNPM_SETTINGS).map(([name, value]) => `--config.${name}=${value}`);
	await run(process.execPath, [program('pnpm', 'bin/pnpm.cjs'), ...args, ...settings], {
		cwd,
		env: npmEnvironment(),
		logFile,
		description: `pnpm ${args[0]}`,
	});
}
