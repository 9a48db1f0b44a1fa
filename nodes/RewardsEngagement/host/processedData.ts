import { createHash } from 'node:crypto';

import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { contextWith } from './otherNodes';

/**
 * n8n's store of processed values, as an execution reaches it. n8n reads one row and writes it back whole, so two
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

/** How often n8n's store is asked before it is given up. */
const MAX_ATTEMPTS = 4;

/** Chance does not share values out evenly. */
const SPARE = 1.1;

/** What comes behind a value in what belongs to it. It is kept in the same row, unless in a row aside. */
const SUFFIX = '\u0000';

/** What is kept for a node. */
export interface Keeping {
	/** How many values; the oldest go first. */
	mostValues: number;
	/**
	 * In how many rows. Each is read and written whole, so a single value costs the less the more there are; many at a time
	 * cost a little more.
	 */
	rows: number;
	/** Whether nobody else writes them. What a try that failed has done can be told then. */
	isAlone?: boolean;
}

/** Thrown where nothing was recorded. @see {@link withRetries} */
export class NotRecorded extends Error {
	/** What the store threw. */
	readonly reason: Error;

	constructor(reason: unknown) {
		super(String(reason));
		this.name = 'NotRecorded';
		this.reason = reason instanceof Error ? reason : new Error(String(reason));
	}
}

/** The store of a node, which can also be asked whether it holds anything. */
export interface NodeData extends ProcessedData {
	isEmpty(): Promise<boolean>;
}

/**
 * The store of the node. n8n has one row for a node; here it has several, each under the id of a node that is not there.
 * Its methods throw an {@link InvalidParameter} where this n8n does not lead to them.
 */
export function processedDataOf(context: IExecuteFunctions, keeping: Keeping): NodeData {
	const { mostValues, rows, isAlone = false } = keeping;
	const names = Array.from({ length: rows }, (_row, index) => String(index));
	return inRows(context, names, { most: Math.ceil((mostValues / rows) * SPARE), isAlone });
}

/** A row of the node aside from the others, for few values that come and go: writing it costs next to nothing. */
export function rowAsideOf(
	context: IExecuteFunctions,
	name: string,
	{ mostValues, isAlone = false }: Omit<Keeping, 'rows'>,
): NodeData {
	return inRows(context, [name], { most: mostValues, isAlone });
}

/** Of each row. */
interface RowKeeping {
	most: number;
	isAlone: boolean;
}

function inRows(context: IExecuteFunctions, names: readonly string[], keeping: RowKeeping): NodeData {
	const contextOf = (name: string) => {
		const node = context.getNode();
		const made = contextWith(context, { ...node, id: `${node.id} ${name}` });
		if (!made) throw isOutOfReach();
		return made;
	};
	let opened: readonly IExecuteFunctions[] | undefined;
	const contexts = () => (opened ??= names.map(contextOf));
	const partsOf = (values: readonly string[]): Part[] => {
		const own = new Map<IExecuteFunctions, string[]>();
		for (const value of values) {
			const row = contexts()[indexOf(value, names.length)] as IExecuteFunctions;
			const part = own.get(row);
			if (part) part.push(value);
			else own.set(row, [value]);
		}
		return [...own].map(([row, part]) => [rowOf(row, keeping), part]);
	};
	return {
		record: async (values) => await recordInAll(partsOf(values)),
		remove: async (values) => {
			await Promise.all(partsOf(values).map(async ([row, own]) => await row.remove(own)));
		},
		isEmpty: async () => (await Promise.all(contexts().map(countOf))).every((count) => count === 0),
	};
}

function isOutOfReach(): InvalidParameter {
	return new InvalidParameter(
		'What this node remembers is out of reach in this version of n8n, so nothing was done',
		'Without it, a repeat could not be told. Go back to the version of n8n that you had before, and report this to the makers of this node.',
	);
}

/** A row, and what of the values belongs in it. */
type Part = readonly [row: ProcessedData, values: string[]];

/**
 * Records values in their rows. Where one row fails, what was recorded in the others is taken back.
 *
 * @throws {NotRecorded} where it is sure that nothing was left
 */
async function recordInAll(parts: readonly Part[]): Promise<string[]> {
	const results = await Promise.allSettled(parts.map(async ([row, values]) => await row.record(values)));
	const failures = results.flatMap((result) =>
		result.status === 'rejected' ? [result.reason as unknown] : [],
	);
	if (failures.length === 0)
		return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
	const taken = results.map(async (result, index) => {
		if (result.status === 'fulfilled') await parts[index]?.[0].remove(result.value);
	});
	const left = (await Promise.allSettled(taken)).filter(({ status }) => status === 'rejected');
	const inDoubt = failures.filter((failure) => !(failure instanceof NotRecorded));
	if (inDoubt.length > 0) throw inDoubt[0];
	const [first] = failures as [NotRecorded];
	if (left.length > 0) throw first.reason;
	throw first;
}

/**
 * A row that nobody else writes. A try that failed may have been carried out, such as where the connection broke after it:
 * how many values there are tells what became of it.
 */
function counted(row: ProcessedData, count: () => Promise<number>, most: number): ProcessedData {
	const record = async (values: string[]) => {
		const before = await count().catch((error: unknown) => {
			throw new NotRecorded(error);
		});
		return await row.record(values).catch(async (error: unknown) => {
			const added = (await count().catch(() => NaN)) - before;
			// Of a row that is full the oldest go, so that it stays as long as it was.
			if (before + values.length > most) throw error;
			if (added === values.length) return values;
			throw added === 0 ? new NotRecorded(error) : error;
		});
	};
	return { record, remove: async (values) => await row.remove(values) };
}

function rowOf(context: IExecuteFunctions, { most, isAlone }: RowKeeping): ProcessedData {
	const { helpers } = context;
	const options = { mode: 'entries', maxEntries: most } as const;
	const row: ProcessedData = {
		record: async (values) => {
			const { new: fresh } = await helpers.checkProcessedAndRecord(values, 'node', options);
			return fresh as string[];
		},
		remove: async (values) => await helpers.removeProcessed(values, 'node', options),
	};
	return isAlone ? counted(row, async () => await countOf(context), most) : row;
}

/** How many values a row holds; n8n gives no number for one that was never written. */
async function countOf({ helpers }: IExecuteFunctions): Promise<number> {
	return (await helpers.getProcessedDataCount('node', { mode: 'entries' })) || 0;
}

/** Which of so many rows a value is in. */
function indexOf(value: string, count: number): number {
	const [base = ''] = value.split(SUFFIX);
	return (createHash('sha256').update(base).digest()[0] ?? 0) % count;
}

/**
 * The store refuses the second of two processes that make a row at the same moment; it works a moment later.
 *
 * @param onDoubt told of a try to record that failed, and that may have been carried out all the same
 */
export function withRetries(store: ProcessedData, onDoubt = () => {}): ProcessedData {
	return {
		record: async (values) => await attempt(async () => await store.record(values), onDoubt),
		remove: async (values) => await attempt(async () => await store.remove(values)),
	};
}

async function attempt<T>(work: () => Promise<T>, onDoubt = () => {}, left = MAX_ATTEMPTS): Promise<T> {
	return await work().catch(async (error: unknown) => {
		if (error instanceof InvalidParameter) throw error;
		const isSure = error instanceof NotRecorded;
		if (!isSure) onDoubt();
		if (left <= 1) throw isSure ? error.reason : error;
		await sleep(SETTLE_MS);
		return await attempt(work, onDoubt, left - 1);
	});
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

/** The entry which says that a value is recorded, and that it is not known yet how what it stands for ended. */
export function noteOf(value: string): string {
	return `${value}${SUFFIX} is open`;
}

/** The entry by which one of several claims of a value knows its own. */
export function marked(value: string, mark: string): string {
	return `${value}${SUFFIX} in ${mark}`;
}

/** The entry which says what a value stands for. */
export function printed(value: string, fingerprint: string): string {
	return `${value}${SUFFIX} for ${fingerprint}`;
}

/** Whether a value is one of these. */
export function inSet(values: readonly string[]): (value: string) => boolean {
	const set = new Set(values);
	return (value) => set.has(value);
}
