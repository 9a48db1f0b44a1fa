import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Performance } from 'node:perf_hooks';

/** Tests always need the real ones of these, above all turns of the event loop. */
const NO_TIME = ['hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;

/** Unit tests that use a server. On a quick clock their timeouts would expire before any response. */
const TALKING: readonly string[] = ['client', 'http'];

/** Milliseconds of a steady clock per turn of the event loop. */
const STEP_MS = 5;

/** A request through the own machine arrives in one turn or two, and its sender works on for some more. */
const TURNS_AFTER_TRAFFIC = 6;
const TURNS_AFTER_TIMER = 2;

/** The uptime of a process at the start of such a clock. It is not zero, because a real uptime is no small number. */
const UPTIME_MS = 3_600_000;

const { setTimeout: realTimeout } = globalThis;

/** Replaces all clocks and timers, and moves them until they are replaced again. */
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

/** Whether waits in a test file need no real time: it is a unit test that uses no server. */
export function hasQuickClock(file: string): boolean {
	return path.basename(path.dirname(file)) === 'unit' && !TALKING.includes(path.basename(file, '.test.ts'));
}

let quick: DateConstructor | undefined;

/**
 * Makes waits take no real time. When nothing else is left to do, the next timer fires, and the clocks move to its
 * time. So a wait of a second takes no time, and the order of events stays the same.
 */
export function startQuickClock(): void {
	if (globalThis.Date === quick) return;
	quick = moveTime(() => jest.advanceTimersToNextTimer(), setImmediate);
}

/**
 * Counts the time of a test file in turns of the event loop, five milliseconds each. This is for tests with a server
 * in the same process. Sockets work in every turn, and a busy machine does not use up any time. Once no request starts
 * or ends for some turns, everything waits for a timer, and the clocks move to its time.
 */
export function useSteadyClock(): void {
	const traffic = new Traffic();
	/** The turns that must pass before the clocks move to the next timer. */
	let left = TURNS_AFTER_TRAFFIC;
	beforeAll(() => {
		// Node.js sets the Date header of responses from a clock that cannot be replaced.
		subscribe('http.server.request.start', dateByClock);
		traffic.watch();
		moveTime(
			() => {
				if (traffic.moved()) left = TURNS_AFTER_TRAFFIC;
				if (left-- > 0 || jest.getTimerCount() === 0) return jest.advanceTimersByTime(STEP_MS);
				left = TURNS_AFTER_TIMER;
				const from = performance.now();
				jest.advanceTimersToNextTimer();
				jest.advanceTimersByTime(Math.max(0, STEP_MS - (performance.now() - from)));
			},
			(turn) => realTimeout(turn, 1),
		);
	});
	afterAll(() => {
		unsubscribe('http.server.request.start', dateByClock);
		traffic.ignore();
		jest.useRealTimers();
	});
}

/** What Node.js tells when requests start and end. */
const CHANNELS = [
	'http.client.request.start',
	'http.client.response.finish',
	'http.server.request.start',
	'http.server.response.finish',
	'undici:request:create',
	'undici:request:trailers',
] as const;

/** The requests of this process and their bytes. */
class Traffic {
	private readonly open = new Set<ClientRequest>();

	private hasMoved = false;

	private bytes = 0;

	watch(): void {
		for (const channel of CHANNELS) subscribe(channel, this.note);
	}

	ignore(): void {
		for (const channel of CHANNELS) unsubscribe(channel, this.note);
	}

	/** Whether there was any since the last call. */
	moved(): boolean {
		const before = this.bytes;
		this.bytes = 0;
		for (const { socket } of this.open) this.bytes += (socket?.bytesRead ?? 0) + (socket?.bytesWritten ?? 0);
		const hasMoved = this.hasMoved || this.bytes !== before;
		this.hasMoved = false;
		return hasMoved;
	}

	private readonly note = (message: unknown, channel: string | symbol): void => {
		this.hasMoved = true;
		if (channel !== 'http.client.request.start') return;
		const { request } = message as { request: ClientRequest };
		this.open.add(request);
		request.once('close', () => this.open.delete(request));
	};
}

const dateByClock = (message: unknown) => {
	(message as { response: ServerResponse }).response.setHeader('date', new Date().toUTCString());
};

/** Runs the work while a clock, which is not the real one, is ahead by this time. */
export async function ahead<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
	jest.setSystemTime(Date.now() + milliseconds);
	try {
		return await work();
	} finally {
		jest.setSystemTime(Date.now() - milliseconds);
	}
}

/** How far the clock of waits is ahead in this test file. */
let waited = 0;

/**
 * Moves the clock that measures waits ahead, as if the waits so far had taken this long. The date and the timers stay.
 * `jest.restoreAllMocks` resets it.
 */
export function endWaits(milliseconds: number): void {
	const real = Object.getPrototypeOf(performance) as Performance;
	waited += milliseconds;
	jest.spyOn(performance, 'now').mockImplementation(() => real.now.call(performance) + waited);
}

/** Code that runs meanwhile, above all HTTP, needs everything but the date unchanged. */
const ALL_BUT_THE_DATE = [
	...NO_TIME,
	'performance',
	'setInterval',
	'clearInterval',
	'setTimeout',
	'clearTimeout',
] as const;

/** Sets the clock, in milliseconds since 1970, while timers continue as usual. `jest.useRealTimers` resets it. */
export function setClock(now: number): void {
	jest.useFakeTimers({ doNotFake: [...ALL_BUT_THE_DATE], now });
}

/** Does the work while the clock stands still, also for the Date header of a server in this process. */
export async function atOneTime(work: () => Promise<void>): Promise<void> {
	subscribe('http.server.request.start', dateByClock);
	setClock(Date.now());
	try {
		await work();
	} finally {
		jest.useRealTimers();
		unsubscribe('http.server.request.start', dateByClock);
	}
}
