// Later than in earlier tests, and always moving, because all work of a process shares one time slice.
let time = Date.now() + 3_600_000;

/** How often work yielded the event loop, by a clock that makes it yield soon. */
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
