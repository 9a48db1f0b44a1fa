import { createSpinner } from 'nanospinner';
import pc from 'picocolors';

/** What a running task may say about itself; what is left out stays as it was. */
export interface TaskState {
	/** Finished part of `total`. */
	done?: number;
	/** Known amount of work. */
	total?: number;
	/** What is counted: "packages". */
	unit?: string;
	/** A few words on what is happening right now. */
	note?: string;
}

export interface Task {
	update(next: TaskState): void;
	/** Ends the task's line with a tick, an optional remark and the time it took. */
	succeed(note?: string): void;
	/** Ends the task's line with a cross. */
	fail(note?: string): void;
}

const stream = process.stdout;
/** A log gets a line now and then, as a sign of life. */
const SHOWN_EVERY_MS = stream.isTTY ? 100 : 10_000;
// A spinner hides the cursor, and we may end before it has ended.
process.once('exit', () => stream.isTTY && stream.write('\u001b[?25h'));

export const { bold, dim, red, green } = pc;

/** Writes one line to stdout. */
export function say(line = ''): void {
	stream.write(`${line}\n`);
}

/** 4200 → "4.2 s", 130000 → "2 min 10 s". */
export function formatDuration(milliseconds: number): string {
	const seconds = milliseconds / 1000;
	if (seconds < 10) return `${seconds.toFixed(1)} s`;
	if (seconds < 60) return `${Math.round(seconds)} s`;
	const whole = Math.round(seconds);
	return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** Starts a task: its title with a spinner, how far it is, and how long it takes. */
export function startTask(title: string): Task {
	const startedAt = Date.now();
	let state: TaskState = {};
	// Not started: a started one ends the process on Ctrl-C before we have cleaned up.
	const spinner = createSpinner(title, { stream });
	const elapsed = () => formatDuration(Date.now() - startedAt);
	const timer = setInterval(() => {
		const { done = 0, total, unit, note } = state;
		const amount = total && `${Math.min(done, total)} of ${[total, unit].filter(Boolean).join(' ')}`;
		spinner.update({ text: `${title}: ${[amount, note, elapsed()].filter(Boolean).join(', ')}` });
		spinner.spin();
	}, SHOWN_EVERY_MS);
	// It must never keep a process alive.
	timer.unref();
	const end = (mark: 'success' | 'error') => (note?: string) => {
		clearInterval(timer);
		spinner[mark]({ text: `${title}${note ? `: ${note}` : ''} ${dim(`(${elapsed()})`)}` });
	};
	return {
		update: (next) => {
			state = { ...state, ...next };
		},
		succeed: end('success'),
		fail: end('error'),
	};
}

/** Runs `work` as a task and ends its line whatever happens; the error is passed on. */
export async function runTask<T>(title: string, work: (task: Task) => Promise<T>): Promise<T> {
	const task = startTask(title);
	try {
		const result = await work(task);
		task.succeed();
		return result;
	} catch (error) {
		task.fail();
		throw error;
	}
}

/** Returns a function that prints the next numbered heading, `[2/5] Title`. */
export function createSteps(total: number): (title: string) => void {
	let current = 0;
	return (title) => {
		current += 1;
		say(`${current > 1 ? '\n' : ''}${bold(`[${current}/${total}] ${title}`)}`);
	};
}
