/** Runs one piece of work at a time, in the order of the calls. A failure does not stop the next one. */
export class Mutex {
	private last: Promise<unknown> = Promise.resolve();

	async run<T>(work: () => Promise<T>): Promise<T> {
		const result = this.last.then(work);
		this.last = result.catch(() => undefined);
		return await result;
	}
}
