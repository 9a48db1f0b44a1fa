/**
 * Progress on the terminal: headings, a spinner with the elapsed time, a bar where the amount of work is known.
 *
 * Plain CommonJS without dependencies: it has to run before the first `npm ci`, from an ES module, from TypeScript
 * and inside Jest. On a terminal one line is redrawn in place; elsewhere (a CI log, a pipe) a plain line appears
 * when a task starts, then about every ten seconds, and when it ends. NO_COLOR is honoured.
 */
'use strict';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const PLAIN_LINE_MS = 10_000;
const BAR_WIDTH = 24;

const stream = process.stdout;
const live = Boolean(stream.isTTY) && process.env.TERM !== 'dumb';
const colourful = live && (process.env.NO_COLOR ?? '') === '';

/** Cursor and colour codes in one place; without colour a text passes unchanged. */
function paint(code) {
	return (text) => (colourful ? `\u001b[${code}m${text}\u001b[0m` : text);
}
const bold = paint('1');
const dim = paint('2');
const red = paint('31');
const green = paint('32');

function say(line = '') {
	stream.write(`${line}\n`);
}

function formatDuration(milliseconds) {
	const seconds = milliseconds / 1000;
	if (seconds < 10) return `${seconds.toFixed(1)} s`;
	if (seconds < 60) return `${Math.round(seconds)} s`;
	const whole = Math.round(seconds);
	return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

function bar(done, total) {
	const filled = Math.round(Math.min(1, done / total) * BAR_WIDTH);
	return `${'█'.repeat(filled)}${dim('░'.repeat(BAR_WIDTH - filled))} ${done}/${total}`;
}

/** The line must stay shorter than the terminal, or redrawing it in place leaves rubbish behind. */
function fit(text, width) {
	return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
}

function startTask(title) {
	const startedAt = Date.now();
	let state = {};
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
		const facts = [amount(), state.note, elapsed()].filter(Boolean).join(', ');
		say(`    … ${title}: ${facts}`);
	};

	if (live) draw();
	else say(`  ${title}`);
	const timer = setInterval(live ? draw : plainLine, live ? FRAME_MS : PLAIN_LINE_MS);
	// A spinner alone must never keep a process alive.
	timer.unref();

	const finish = (mark, note) => {
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

async function runTask(title, work) {
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

function createSteps(total) {
	let current = 0;
	return (title) => {
		current += 1;
		say(`${current > 1 ? '\n' : ''}${bold(`[${current}/${total}] ${title}`)}`);
	};
}

module.exports = { say, startTask, runTask, createSteps, formatDuration, bold, dim, red, green };
