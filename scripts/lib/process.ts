import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import execa, { type ExecaChildProcess, type ExecaError } from 'execa';

const TAIL_LINES = 30;
/** How long a program may take to end after a signal. */
const STOP_TIMEOUT_MS = 15_000;

export interface ProgramOptions {
	cwd?: string;
	/** The whole environment, by default ours. */
	env?: NodeJS.ProcessEnv;
	input?: string;
	/** Gets standard output and standard error, after its present content. */
	logFile?: string;
	/** Shows its standard error in the terminal, and drops its standard output. */
	showsErrors?: boolean;
	/** Keeps its standard input open until we end, in whatever way. */
	holdsInput?: boolean;
	/** Opens a channel for messages. */
	ipc?: boolean;
	/** The user who runs it. */
	user?: { uid: number; gid: number };
}

/** How a program ended. */
export interface Ended {
	/** Undefined when a signal ended it, or when it could not be started. */
	exitCode: number | undefined;
	stdout: string;
	stderr: string;
	/** `failed with exit code 1`, `was ended by SIGKILL`, `could not be started: …`. Undefined after a success. */
	failure: string | undefined;
}

/** A program that was started here. */
export interface Program {
	readonly pid: number | undefined;
	/** Sends and receives messages, with `ipc`. */
	readonly child: ExecaChildProcess;
	readonly hasEnded: boolean;
	/** Resolves when it has ended, and never rejects. */
	readonly ended: Promise<Ended>;
	/** Sends a signal and waits until the program has ended. Kills it after 15 s, and then all that it started. */
	stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A program ended with an error. The message contains its last lines. */
export class CommandError extends Error {
	constructor(
		message: string,
		/** Its whole output. */
		readonly output: string,
	) {
		super(message);
		this.name = 'CommandError';
	}
}

const running = new Set<ExecaChildProcess>();

function add(child: ExecaChildProcess): void {
	if (running.size === 0) process.once('exit', killAll);
	running.add(child);
}

function remove(child: ExecaChildProcess): void {
	running.delete(child);
	if (running.size === 0) process.removeListener('exit', killAll);
}

/** Kills every program that was started here, and all that those started, without waiting. */
export function killAll(): void {
	for (const child of running) killGroup(child);
}

/** Starts a program in a separate process group. It ends when we end. */
export function start(file: string, args: readonly string[], options: ProgramOptions = {}): Program {
	const { cwd, env = process.env, input, logFile, showsErrors, holdsInput, ipc, user } = options;
	const log = logFile === undefined ? undefined : openLog(logFile);
	const output = log ?? 'pipe';
	const outputs = showsErrors ? (['ignore', 'inherit'] as const) : [output, output];
	const child = execa(file, args, {
		cwd,
		env,
		extendEnv: false,
		...(input === undefined ? {} : { input }),
		...user,
		stdio: [
			input !== undefined || holdsInput ? 'pipe' : 'ignore',
			...outputs,
			...(ipc ? ['ipc' as const] : []),
		] as execa.Options['stdio'],
		detached: process.platform !== 'win32',
		cleanup: false,
		reject: false,
	});
	if (log !== undefined) fs.closeSync(log);
	add(child);
	let hasEnded = false;
	const ended = child.then((result): Ended => {
		const { failed, exitCode, signal, stdout, stderr } = result;
		hasEnded = true;
		remove(child);
		const failure = signal
			? `was ended by ${signal}`
			: exitCode === undefined
				? `could not be started: ${(result as Partial<ExecaError>).originalMessage}`
				: `failed with exit code ${exitCode}`;
		return { exitCode, stdout: stdout ?? '', stderr: stderr ?? '', failure: failed ? failure : undefined };
	});
	return {
		child,
		ended,
		get pid() {
			return child.pid;
		},
		get hasEnded() {
			return hasEnded;
		},
		stop: async (signal = 'SIGTERM') => {
			const limit = new AbortController();
			if (!hasEnded) child.kill(signal);
			await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, limit).catch(() => undefined)]);
			limit.abort();
			killGroup(child);
			await ended;
		},
	};
}

/**
 * Runs a program to its end.
 *
 * @throws CommandError unless it exits with 0
 */
export async function run(
	file: string,
	args: readonly string[],
	{ description = path.basename(file), ...options }: ProgramOptions & { description?: string } = {},
): Promise<Ended> {
	const ended = await start(file, args, options).ended;
	if (ended.failure === undefined) return ended;
	const { logFile } = options;
	const output = logFile === undefined ? `${ended.stdout}\n${ended.stderr}` : textOf(logFile);
	const whole = logFile === undefined ? '' : `\n\nThe whole output: ${logFile}`;
	throw new CommandError(
		`${description} ${ended.failure}. Its last lines:\n\n${lastLines(output)}${whole}`,
		output,
	);
}

/** The last lines of a text, or a remark when it is empty. */
export function lastLines(text: string): string {
	return text.trim().split('\n').slice(-TAIL_LINES).join('\n') || '(the output is empty)';
}

/** The text of a log file, or an empty text without such a file. */
export function textOf(logFile: string): string {
	return fs.existsSync(logFile) ? fs.readFileSync(logFile, 'utf8') : '';
}

function openLog(logFile: string): number {
	fs.mkdirSync(path.dirname(logFile), { recursive: true });
	return fs.openSync(logFile, 'a');
}

/** On Windows there are no groups, so this kills only the program. */
function killGroup({ pid }: ExecaChildProcess): void {
	if (pid === undefined) return;
	try {
		process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
	} catch {
		// The group has already ended.
	}
}
