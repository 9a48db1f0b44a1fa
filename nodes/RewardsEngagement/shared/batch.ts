/** Runs one piece of work at a time, in the order of the calls. A failure does not stop the next one. */
export class Mutex {
	private last: Promise<unknown> = Promise.resolve();

	run<T>(work: () => Promise<T>): Promise<T> {
		const result = this.last.then(work);
		this.last = result.catch(() => undefined);
		return result;
	}
}

interface Waiting<T, R> {
	item: T;
	resolve: (result: R) => void;
	reject: (error: unknown) => void;
}

/** Processes items together that arrive before their turn. */
export class Batch<T, R> {
	private waiting: Array<Waiting<T, R>> = [];

	/** @param fits whether an item may be processed together with others. It waits for the next turn otherwise. */
	constructor(
		private readonly mutex: Mutex,
		private readonly fits: (item: T, others: readonly T[]) => boolean = () => true,
	) {}

	/**
	 * @param work returns a result for each item, in their order. If it throws, all items get the error. The work of the
	 * first item is done for all.
	 */
	add(item: T, work: (items: readonly T[]) => Promise<R[]>): Promise<R> {
		return new Promise<R>((resolve, reject) => {
			this.waiting.push({ item, resolve, reject });
			void this.mutex.run(() => this.workOnAll(work));
		});
	}

	private async workOnAll(work: (items: readonly T[]) => Promise<R[]>): Promise<void> {
		const items: T[] = [];
		while (items.length < this.waiting.length) {
			const { item } = this.waiting[items.length] as Waiting<T, R>;
			if (items.length > 0 && !this.fits(item, items)) break;
			items.push(item);
		}
		if (items.length === 0) return;
		const batch = this.waiting.splice(0, items.length);
		try {
			const results = await work(items);
			for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
		} catch (error) {
			for (const { reject } of batch) reject(error);
		}
	}
}
