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
const isLive = stream.isTTY && process.env.TERM !== 'dumb';
/** A terminal has one line that is drawn again; a log gets a line now and then, as a sign of life. */
const SHOWN_EVERY_MS = isLive ? 100 : 10_000;
const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
/** Back to the beginning of the line, which is cleared. */
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

/** Starts a task: its title with a spinner, how far it is, and how long it takes. */
export function startTask(title: string): Task {
	const startedAt = Date.now();
	let state: TaskState = {};
	const elapsed = () => formatDuration(Date.now() - startedAt);
	let frame = 0;
	const show = () => {
		const { done = 0, total, unit, note } = state;
		const amount = total && `${Math.min(done, total)} of ${[total, unit].filter(Boolean).join(' ')}`;
		const text = `${title}: ${[amount, note, elapsed()].filter(Boolean).join(', ')}`;
		// A longer line than the terminal is wide could not be drawn again in its place.
		const width = (stream.columns || 80) - 5;
		if (isLive) stream.write(`${AFRESH}  ${FRAMES[frame++ % FRAMES.length]} ${text.slice(0, width)}`);
		else say(`  … ${text}`);
	};
	const timer = setInterval(show, SHOWN_EVERY_MS);
	// It must never keep a process alive.
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
