import { sleep, type IExecuteFunctions } from 'n8n-workflow';

/**
 * n8n's store of processed values, as an execution reaches it. It reads one row and writes it back whole, so two
 * processes that use it at the same time overwrite one another (n8n, `deduplication-helper.js`).
 */
export interface ProcessedData {
	/** Records the values and gives those that were not there before. */
	record(values: string[]): Promise<string[]>;
	/** Forgets the values. */
	remove(values: string[]): Promise<void>;
}

/** Longer than n8n takes from reading the row to writing it. Milliseconds. */
export const SETTLE_MS = 150;

const MAX_ATTEMPTS = 4;

/**
 * The store of the node.
 *
 * @param mostValues how many values n8n keeps; the oldest go first
 */
export function processedDataOf({ helpers }: IExecuteFunctions, mostValues: number): ProcessedData {
	const options = { mode: 'entries', maxEntries: mostValues } as const;
	return {
		record: async (values) => {
			const { new: fresh } = await helpers.checkProcessedAndRecord(values, 'node', options);
			return fresh as string[];
		},
		remove: async (values) => await helpers.removeProcessed(values, 'node', options),
	};
}

/** The store refuses the second of two processes that make a row at the same moment; it works a moment later. */
export function withRetries(store: ProcessedData): ProcessedData {
	const attempt = async (values: string[], left: number): Promise<string[]> =>
		await store.record(values).catch(async (error: unknown) => {
			if (left <= 1) throw error;
			await sleep(SETTLE_MS);
			return await attempt(values, left - 1);
		});
	return {
		record: async (values) => await attempt(values, MAX_ATTEMPTS),
		remove: async (values) => await store.remove(values),
	};
}

/** Lets everything of this process that touches one row take turns. */
export class Turns {
	private last: Promise<unknown> = Promise.resolve();

	async take<T>(work: () => Promise<T>): Promise<T> {
		const result = this.last.then(work);
		this.last = result.catch(() => undefined);
		return await result;
	}
}

/** Whether n8n runs all executions in this process. A worker does not: others share the store with it. */
export function isOnlyProcess(context: IExecuteFunctions): boolean {
	// Beyond what n8n's types promise. Where it is missing, the safer case is assumed.
	const { instanceSettings } = context as { instanceSettings?: { instanceType?: string } };
	return instanceSettings?.instanceType === 'main';
}

/** The entry which says that a value is recorded, and that it is not known yet how what it stands for ended. */
export function noteOf(value: string): string {
	return `${value} is open`;
}

/** The entry by which one of several claims of a value knows its own. */
export function marked(value: string, mark: string): string {
	return `${value} in ${mark}`;
}

/** Whether a value is one of these. */
export function inSet(values: readonly string[]): (value: string) => boolean {
	const set = new Set(values);
	return (value) => set.has(value);
}
