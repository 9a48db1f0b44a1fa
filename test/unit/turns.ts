// Later than that of the tests before, and going on: all of a process share one slice of time.
let time = Date.now() + 3_600_000;

/** How often work left the event loop to others, by a clock that is quick to say that it is time. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
	let turns = 0;
	time = Math.max(time, Date.now());
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => (time += 15));
	const { setTimeout: start } = globalThis;
	globalThis.setTimeout = ((then: () => void, delay: number) => {
		if (delay === 0) turns++;
		return start(then, delay);
	}) as typeof setTimeout;
	try {
		await work();
	} finally {
		clock.mockRestore();
		globalThis.setTimeout = start;
	}
	return turns;
}
