import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

/** What a test needs as it is whatever the time: turns of the event loop, above all. */
const NO_TIME = ['hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;

/** Unit tests that talk to a server. On a quick clock their time-outs would be over before any answer. */
const TALKING: readonly string[] = ['client', 'http'];

/** Milliseconds of a steady clock for each turn of the event loop. */
const STEP_MS = 5;

/** How long a process with such a clock has run when it starts: a time from its beginning is no small number. */
const UPTIME_MS = 3_600_000;

const { setTimeout: realTimeout } = globalThis;

/** Replaces all clocks and timers, and moves them until something else replaces them. */
function moveTime(move: () => void, next: (turn: () => void) => unknown): DateConstructor {
	jest.useFakeTimers({ doNotFake: [...NO_TIME], now: Date.now() - UPTIME_MS });
	jest.advanceTimersByTime(UPTIME_MS);
	const { Date: own } = globalThis;
	const turn = () => {
		if (globalThis.Date !== own) return;
		move();
		next(turn);
	};
	next(turn);
	return own;
}

/** Whether no wait of a test file needs to take time: it is a unit test, and talks to no server. */
export function hasQuickClock(file: string): boolean {
	return path.basename(path.dirname(file)) === 'unit' && !TALKING.includes(path.basename(file, '.test.ts'));
}

let quick: DateConstructor | undefined;

/**
 * Lets no wait take time. When nothing else is left to do, the next timer fires, and the clocks stand at its time. So a
 * test that waits for a second takes none, and what comes first still comes first.
 */
export function startQuickClock(): void {
	if (globalThis.Date === quick) return;
	quick = moveTime(() => jest.advanceTimersToNextTimer(), setImmediate);
}

/**
 * Counts the time of a test file in turns of the event loop, five milliseconds for each. For tests that talk to a server
 * of their own process: sockets do their work in every turn, and a busy machine takes no time from anybody. A wait takes
 * about a fifth of its time.
 */
export function useSteadyClock(): void {
	beforeAll(() => {
		// Node.js dates its answers by a clock that cannot be replaced.
		subscribe('http.server.request.start', dateByClock);
		moveTime(
			() => jest.advanceTimersByTime(STEP_MS),
			(turn) => realTimeout(turn, 1),
		);
	});
	afterAll(() => {
		unsubscribe('http.server.request.start', dateByClock);
		jest.useRealTimers();
	});
}

const dateByClock = (message: unknown) => {
	(message as { response: ServerResponse }).response.setHeader('date', new Date().toUTCString());
};

/** Does the work while a clock that is not the real one is so many milliseconds ahead. */
export async function ahead<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
	jest.setSystemTime(Date.now() + milliseconds);
	try {
		return await work();
	} finally {
		jest.setSystemTime(Date.now() - milliseconds);
	}
}

/** Whatever goes on while the clock stands elsewhere, HTTP above all, needs all but the date as it is. */
const ALL_BUT_THE_DATE = [
	...NO_TIME,
	'performance',
	'setInterval',
	'clearInterval',
	'setTimeout',
	'clearTimeout',
] as const;

/** Sets the clock, in milliseconds since 1970, while timers run as ever; `jest.useRealTimers` sets it right again. */
export function setClock(now: number): void {
	jest.useFakeTimers({ doNotFake: [...ALL_BUT_THE_DATE], now });
}
