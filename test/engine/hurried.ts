import { sleep } from 'n8n-workflow';

/** The result of a run whose waits take no real time. The file uses a steady clock. */
export async function hurried<T>(work: Promise<T>): Promise<T> {
	let isDone = false;
	const ended = work.finally(() => (isDone = true));
	while (!isDone) {
		await sleep(25);
		if (!isDone) await jest.advanceTimersByTimeAsync(1_000);
	}
	return await ended;
}
