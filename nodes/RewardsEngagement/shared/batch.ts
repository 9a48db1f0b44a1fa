import type { Mutex } from './mutex';

interface Waiting<T, R> {
	item: T;
	resolve: (result: R) => void;
	reject: (error: unknown) => void;
}

/** Processes all items together that arrive before its turn. */
export class Batch<T, R> {
	private waiting: Array<Waiting<T, R>> = [];

	/** @param work returns a result for each item, in their order. If it throws, all items get the error. */
	constructor(
		private readonly mutex: Mutex,
		private readonly work: (items: T[]) => Promise<R[]>,
	) {}

	async add(item: T): Promise<R> {
		return await new Promise<R>((resolve, reject) => {
			this.waiting.push({ item, resolve, reject });
			if (this.waiting.length === 1) void this.mutex.run(async () => await this.workOnAll());
		});
	}

	private async workOnAll(): Promise<void> {
		const batch = this.waiting;
		this.waiting = [];
		try {
			const results = await this.work(batch.map(({ item }) => item));
			batch.forEach(({ resolve }, index) => resolve(results[index] as R));
		} catch (error) {
			for (const { reject } of batch) reject(error);
		}
	}
}
