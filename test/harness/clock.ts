/** Whatever goes on while the clock stands elsewhere, HTTP above all, needs all but the date as it is. */
const ALL_BUT_THE_DATE = [
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
	'setTimeout',
	'clearTimeout',
] as const;

/** Sets the clock, in milliseconds since 1970, while timers run as ever; `jest.useRealTimers` sets it right again. */
export function setClock(now: number): void {
	jest.useFakeTimers({ doNotFake: [...ALL_BUT_THE_DATE], now });
}

/** Does the work while the clock is so many milliseconds ahead, and timers run as ever. */
export async function ahead<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
	setClock(Date.now() + milliseconds);
	try {
		return await work();
	} finally {
		jest.useRealTimers();
	}
}
