import timersPromises from 'node:timers/promises';

const { setTimeout: realTimeout } = globalThis;
const startedAt = Date.now();

interface Timer {
	at: number;
	fire: () => void;
}

/**
 * Lets no wait take time: when nothing else is left to do, the next timer fires, and the clocks stand at its time. So a
 * test that waits for a second takes none, and what comes first still comes first. Not for tests that talk to a server:
 * their time-outs would be over before any answer.
 */
export function startQuickClock(): void {
	const timers = new Set<Timer>();
	let time = 0;
	let isDue = false;

	const turn = () => {
		isDue = false;
		let next: Timer | undefined;
		for (const timer of timers) if (!next || timer.at < next.at) next = timer;
		if (!next) return;
		timers.delete(next);
		time = Math.max(time, next.at);
		next.fire();
		look();
	};
	const look = () => {
		if (isDue || timers.size === 0) return;
		isDue = true;
		setImmediate(turn);
	};
	const start = (fire: () => void, milliseconds: number) => {
		const timer = { at: time + Math.max(1, Number(milliseconds) || 0), fire };
		timers.add(timer);
		look();
		return Object.assign(timer, { ref: () => timer, unref: () => timer, hasRef: () => true });
	};
	const setTimeout = (work: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) =>
		start(() => work(...values), milliseconds);
	const clearTimeout = (timer?: unknown) => void timers.delete(timer as Timer);

	Object.assign(globalThis, { setTimeout: Object.assign(setTimeout, { ...realTimeout }), clearTimeout });
	Object.assign(timersPromises, {
		setTimeout: async (milliseconds = 0, value?: unknown) =>
			await new Promise((resolve) => start(() => resolve(value), milliseconds)),
	});
	performance.now = () => time;
	Date.now = () => startedAt + time;
}
