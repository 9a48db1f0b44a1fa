import pc from 'picocolors';

/** The state of a running task. A missing part keeps its last value. */
export interface TaskState {
	/** The finished part of `total`. */
	done?: number;
	/** The known amount of work. */
	total?: number;
	/** The unit of the amounts: "packages". */
	unit?: string;
	/** A few words about the present work. */
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
const isLive = stream.isTTY && process.env.TERM !== 'dumb';
/** A terminal redraws one line. A log gets a line from time to time, to show that the work continues. */
const SHOWN_EVERY_MS = isLive ? 100 : 10_000;
const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
/** Moves back to the start of the line and clears it. */
const AFRESH = isLive ? '\r\u001b[2K' : '';

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

/** Starts a task. Shows its title with a spinner, its progress, and the time. */
export function startTask(title: string): Task {
	const startedAt = Date.now();
	let state: TaskState = {};
	const elapsed = () => formatDuration(Date.now() - startedAt);
	let frame = 0;
	const show = () => {
		const { done = 0, total, unit, note } = state;
		const amount = total && `${Math.min(done, total)} of ${[total, unit].filter(Boolean).join(' ')}`;
		const text = `${title}: ${[amount, note, elapsed()].filter(Boolean).join(', ')}`;
		// A line wider than the terminal wraps, and then cannot be redrawn.
		const width = (stream.columns || 80) - 5;
		if (isLive) stream.write(`${AFRESH}  ${FRAMES[frame++ % FRAMES.length]} ${text.slice(0, width)}`);
		else say(`  … ${text}`);
	};
	const timer = setInterval(show, SHOWN_EVERY_MS);
	// The timer must never keep a process alive.
	timer.unref();
	const end = (mark: string) => (note?: string) => {
		clearInterval(timer);
		say(`${AFRESH}  ${mark} ${title}${note ? `: ${note}` : ''} ${dim(`(${elapsed()})`)}`);
	};
	return {
		update: (next) => {
			state = { ...state, ...next };
		},
		succeed: end(green('✔')),
		fail: end(red('✘')),
	};
}

/** Runs `work` as a task and always ends its line. Passes an error on. */
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
