import type { Task } from './progress.cjs';

/** A program that ended badly; the message holds its last lines and where the rest is. */
export class CommandError extends Error {
	readonly logFile: string;
	constructor(message: string, logFile: string);
}

/** The last lines of a log file, or a remark when there is none. */
export function lastLines(logFile: string, count?: number): string;

/** Runs a program with stdout and stderr appended to `logFile`. Throws a CommandError unless it exits with 0. */
export function runLogged(
	command: string,
	args: string[],
	options: { cwd: string; env?: NodeJS.ProcessEnv; logFile: string; description: string },
): Promise<void>;

/** Runs npm in `cwd`, as runLogged does. */
export function runNpm(args: string[], options: { cwd: string; logFile: string }): Promise<void>;

/** How to start npm without a shell. */
export function npmCommand(): { command: string; leading: string[] };

/** The environment for an npm that works outside this project. */
export function npmEnvironment(): NodeJS.ProcessEnv;

/** `npm ci` in `folder`, with the packages on disk counted against the lock file on the task's bar. */
export function installFromLock(
	folder: string,
	options: { task: Task; logFile: string; args?: string[] },
): Promise<void>;

/** Hex SHA-256 over the contents of the files, in the order given. */
export function hashFiles(...files: string[]): string;
