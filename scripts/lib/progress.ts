/**
 * Progress on the terminal: headings, a spinner with the elapsed time, a bar where the amount of work is known.
 *
 * On a terminal one line is redrawn in place; elsewhere (a CI log, a pipe) a plain line appears when a task starts,
 * then about every ten seconds, and when it ends. NO_COLOR is honoured.
 */

/** What a running task may say about itself; what is left out stays as it was. */
export interface TaskState {
	/** Finished part of `total`. */
	done?: number;
	/** Known amount of work; gives a bar. */
	total?: number;
	/** What is counted, for plain logs: "packages". */
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

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const PLAIN_LINE_MS = 10_000;
const BAR_WIDTH = 24;

const stream = process.stdout;
const live = Boolean(stream.isTTY) && process.env.TERM !== 'dumb';
const colourful = live && (process.env.NO_COLOR ?? '') === '';

/** Cursor and colour codes in one place; without colour a text passes unchanged. */
function paint(code: string) {
	return (text: string) => (colourful ? `\u001b[${code}m${text}\u001b[0m` : text);
}
export const bold = paint('1');
export const dim = paint('2');
export const red = paint('31');
export const green = paint('32');

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

function bar(done: number, total: number): string {
	const filled = Math.round(Math.min(1, done / total) * BAR_WIDTH);
	return `${'█'.repeat(filled)}${dim('░'.repeat(BAR_WIDTH - filled))} ${done}/${total}`;
}

/** The line must stay shorter than the terminal, or redrawing it in place leaves rubbish behind. */
function fit(text: string, width: number): string {
	return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
}

/** Starts a task: spinner, elapsed time and, once a total is known, a bar. */
export function startTask(title: string): Task {
	const startedAt = Date.now();
	let state: TaskState = {};
	let frame = 0;

	const amount = () =>
		state.total
			? `${Math.min(state.done ?? 0, state.total)} of ${state.total}${state.unit ? ` ${state.unit}` : ''}`
			: '';
	const elapsed = () => formatDuration(Date.now() - startedAt);

	const draw = () => {
		frame = (frame + 1) % FRAMES.length;
		const columns = stream.columns ?? 80;
		const right = state.total ? `${bar(state.done ?? 0, state.total)}  ` : '';
		const note = state.note ? ` (${state.note})` : '';
		const room = columns - 6 - (state.total ? BAR_WIDTH + 14 : 0) - 12;
		stream.write(`\r\u001b[2K  ${FRAMES[frame]} ${fit(`${title}${note}`, room)}  ${right}${dim(elapsed())}`);
	};
	const plainLine = () => {
		const parts = [amount(), state.note, elapsed()].filter(Boolean).join(', ');
		say(`    … ${title}: ${parts}`);
	};

	if (live) draw();
	else say(`  ${title}`);
	const timer = setInterval(live ? draw : plainLine, live ? FRAME_MS : PLAIN_LINE_MS);
	// A spinner alone must never keep a process alive.
	timer.unref();

	const finish = (mark: string, note?: string) => {
		clearInterval(timer);
		const text = `${title}${note ? `: ${note}` : ''} ${dim(`(${elapsed()})`)}`;
		if (live) stream.write(`\r\u001b[2K  ${mark} ${text}\n`);
		else say(`    ${mark} ${text}`);
	};

	return {
		update: (next) => {
			state = { ...state, ...next };
		},
		succeed: (note) => finish(green('✔'), note),
		fail: (note) => finish(red('✘'), note),
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
