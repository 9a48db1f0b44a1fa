import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import execa, { type ExecaChildProcess, type ExecaError } from 'execa';

const TAIL_LINES = 30;
/** How long a program may take to end after it was asked to. */
const STOP_TIMEOUT_MS = 15_000;

export interface ProgramOptions {
	cwd?: string;
	/** The whole environment; ours, unless told. */
	env?: NodeJS.ProcessEnv;
	/** Written to its standard input. */
	input?: string;
	/** Gets standard output and standard error, behind what is in it. */
	logFile?: string;
	/** Shows what it writes to standard error to whoever sits at the terminal, and drops standard output. */
	showsErrors?: boolean;
	/** Keeps its standard input open until we end, however we end. */
	holdsInput?: boolean;
	/** Opens a channel for messages. */
	ipc?: boolean;
	/** Runs it as this user. */
	user?: { uid: number; gid: number };
}

/** What became of a program. */
export interface Ended {
	/** Undefined when a signal ended it, or when it could not be started. */
	exitCode: number | undefined;
	stdout: string;
	stderr: string;
	/** `failed with exit code 1`, `was ended by SIGKILL`, `could not be started: …`; undefined after a success. */
	failure: string | undefined;
}

/** A program that was started here. */
export interface Program {
	readonly pid: number | undefined;
	/** For messages, with `ipc`. */
	readonly child: ExecaChildProcess;
	readonly hasEnded: boolean;
	/** Resolves when it has ended; never rejects. */
	readonly ended: Promise<Ended>;
	/**
	 * Sends it a signal, waits until it has ended, and ends by force what is left: itself after 15 s, and whatever it
	 * had started.
	 */
	stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A program that ended badly; the message holds its last lines. */
export class CommandError extends Error {
	constructor(
		message: string,
		/** All that it wrote. */
		readonly output: string,
	) {
		super(message);
		this.name = 'CommandError';
	}
}

const running = new Set<ExecaChildProcess>();
process.once('exit', killAll);

/** Ends every program that was started here, with all that it started, at once and without waiting. */
export function killAll(): void {
	for (const child of running) killGroup(child);
	running.clear();
}

/** Starts a program in a process group of its own. It ends when we end. */
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
	running.add(child);
	let hasEnded = false;
	const ended = child.then((result): Ended => {
		const { failed, exitCode, signal, stdout, stderr } = result;
		hasEnded = true;
		running.delete(child);
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

/** The last lines of a text, or a remark when there are none. */
export function lastLines(text: string): string {
	return text.trim().split('\n').slice(-TAIL_LINES).join('\n') || '(nothing was written)';
}

/** The text of a log file; empty when there is none. */
export function textOf(logFile: string): string {
	return fs.existsSync(logFile) ? fs.readFileSync(logFile, 'utf8') : '';
}

function openLog(logFile: string): number {
	fs.mkdirSync(path.dirname(logFile), { recursive: true });
	return fs.openSync(logFile, 'a');
}

/** On Windows there are no groups; there it is the program alone. */
function killGroup({ pid }: ExecaChildProcess): void {
	if (pid === undefined) return;
	try {
		process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
	} catch {
		// Nobody is left.
	}
}
