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

function notRecorded(error: unknown): never {
	throw error instanceof InvalidParameter ? error : new NotRecorded(error);
}

/**
 * The store of the node. n8n has one row for a node; here it has several, each under the id of a node that is not there.
 * Its methods throw an {@link InvalidParameter} where this n8n does not lead to rows that hold earlier values.
 */
export function processedDataOf(context: IExecuteFunctions, keeping: Keeping): ProcessedData {
	const { mostValues, rows, isAlone = false } = keeping;
	const names = Array.from({ length: rows }, (_row, index) => String(index));
	return inRows(new Rows(context, names, Math.ceil((mostValues / rows) * SPARE), mostValues, isAlone));
}

/**
 * A row of the node aside from the others, for few values that come and go: writing it costs next to nothing. An n8n that
 * makes its contexts in another way keeps them with all others.
 */
export function rowAsideOf(
	context: IExecuteFunctions,
	name: string,
	{ mostValues, isAlone = false }: Omit<Keeping, 'rows'>,
): ProcessedData {
	return inRows(new Rows(context, [name], mostValues, mostValues, isAlone));
}

function inRows(rows: Rows): ProcessedData {
	return {
		record: async (values) => await recordInAll(await rows.partsOf(values).catch(notRecorded)),
		remove: async (values) => {
			const parts = await rows.partsOf(values);
			await Promise.all(parts.map(async ([row, own]) => await row.remove(own)));
		},
	};
}

/** In the row of the node itself: that its values are in several others. */
const IN_ROWS = 'The values are in the rows of this node';

/** By workflow and node, once this process knows. */
const layouts = new Map<string, Promise<'one' | 'several'>>();

const nameOf = (context: IExecuteFunctions) => `${context.getWorkflow().id} ${context.getNode().id}`;

/** Whether nothing was ever recorded for the node, as far as this process knows. Asking leaves nothing behind. */
export async function isUnused(context: IExecuteFunctions): Promise<boolean> {
	return !layouts.has(nameOf(context)) && (await countOf(context)) === 0;
}

/** How many values are in the row of the node itself. */
async function countOf({ helpers }: IExecuteFunctions): Promise<number> {
	return await helpers.getProcessedDataCount('node', { mode: 'entries' });
}

/** Some rows of a node; its one and only row in an n8n that makes its contexts in another way. */
class Rows {
	private all?: Promise<readonly ProcessedData[]>;

	/** @param most of each row; @param mostOfOne where there is one row for all that the node keeps */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly names: readonly string[],
		private readonly most: number,
		private readonly mostOfOne: number,
		private readonly isAlone: boolean,
	) {}

	/** @throws {InvalidParameter} when the rows with what was recorded earlier are out of reach */
	async partsOf(values: readonly string[]): Promise<Part[]> {
		if (values.length === 0) return [];
		const all = await (this.all ??= this.open()).catch((error: unknown) => {
			this.all = undefined;
			throw error;
		});
		const indexes = values.map((value) => indexOf(value, all.length));
		return [...new Set(indexes)].map((index) => [
			all[index] as ProcessedData,
			values.filter((_value, place) => indexes[place] === index),
		]);
	}

	private async open(): Promise<readonly ProcessedData[]> {
		const { context } = this;
		const others = this.others();
		const name = nameOf(context);
		const known = layouts.get(name) ?? layoutOf(context, others !== undefined);
		layouts.set(name, known);
		const layout = await known.catch((error: unknown) => {
			layouts.delete(name);
			throw error;
		});
		if (layout === 'one') return [this.row(context, this.mostOfOne)];
		if (!others) throw isOutOfReach();
		return others.map((other) => this.row(other, this.most));
	}

	private row(context: IExecuteFunctions, most: number): ProcessedData {
		const row = rowOf(context, most);
		return this.isAlone ? counted(row, async () => await countOf(context), most) : row;
	}

	/** The contexts that lead to the rows. */
	private others(): IExecuteFunctions[] | undefined {
		const node = this.context.getNode();
		const others = this.names.map((name) => contextWith(this.context, { ...node, id: `${node.id} ${name}` }));
		return others.every((other) => other !== undefined) ? others : undefined;
	}
}

/**
 * Where the values of a node are. What an n8n began is kept by each that comes after it, so that no earlier value is
 * missed: one row stays one row, and of several the row of the node itself says so, and holds nothing else.
 */
async function layoutOf(context: IExecuteFunctions, canHaveSeveral: boolean): Promise<'one' | 'several'> {
	const count = await countOf(context);
	if (count > 1 || (count === 0 && !canHaveSeveral)) return 'one';
	const own = withRetries(rowOf(context, Number.MAX_SAFE_INTEGER));
	const [fresh] = await own.record([IN_ROWS]);
	if (count === 0 || fresh === undefined) return 'several';
	await own.remove([IN_ROWS]);
	return 'one';
}

function isOutOfReach(): InvalidParameter {
	return new InvalidParameter(
		'What this node remembers is out of reach in this version of n8n',
		'An earlier version of n8n recorded what was done already, in a way that this one does not lead to, so a repeat could not be told. Nothing was done. Go back to that version and tell the makers of this node. Or begin anew: copy the node, paste it, and delete this one; what was done before is then not known.',
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
		const before = await count().catch(notRecorded);
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

function rowOf({ helpers }: IExecuteFunctions, mostValues: number): ProcessedData {
	const options = { mode: 'entries', maxEntries: mostValues } as const;
	return {
		record: async (values) => {
			const { new: fresh } = await helpers.checkProcessedAndRecord(values, 'node', options);
			return fresh as string[];
		},
		remove: async (values) => await helpers.removeProcessed(values, 'node', options),
	};
}

/** Which of so many rows a value is in. */
function indexOf(value: string, count: number): number {
	const [base = ''] = value.split(SUFFIX);
	return (createHash('sha256').update(base).digest()[0] ?? 0) % count;
}

/**
 * The store refuses the second of two processes that make a row at the same moment; it works a moment later.
 *
 * @param onDoubt told of a try that failed, and that may have been carried out all the same
 */
export function withRetries(store: ProcessedData, onDoubt = () => {}): ProcessedData {
	const attempt = async (values: string[], left: number): Promise<string[]> =>
		await store.record(values).catch(async (error: unknown) => {
			if (error instanceof InvalidParameter) throw error;
			const isSure = error instanceof NotRecorded;
			if (!isSure) onDoubt();
			if (left <= 1) throw isSure ? error.reason : error;
			await sleep(SETTLE_MS);
			return await attempt(values, left - 1);
		});
	return {
		record: async (values) => await attempt(values, MAX_ATTEMPTS),
		remove: async (values) => await store.remove(values),
	};
}

/** The same of what is removed. */
export function removingWithRetries(store: ProcessedData): ProcessedData {
	const attempt = async (values: string[], left: number): Promise<void> =>
		await store.remove(values).catch(async (error: unknown) => {
			if (left <= 1 || error instanceof InvalidParameter) throw error;
			await sleep(SETTLE_MS);
			await attempt(values, left - 1);
		});
	return {
		record: async (values) => await store.record(values),
		remove: async (values) => await attempt(values, MAX_ATTEMPTS),
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
	const { instanceSettings } = context as { instanceSettings?: InstanceSettings };
	return instanceSettings?.instanceType === 'main' && instanceSettings.isMultiMain !== true;
}

interface InstanceSettings {
	instanceType?: string;
	/** Only n8n with workers has several. */
	isMultiMain?: boolean;
}

/**
 * Whether other processes may be using the store. What somebody started by hand is run by the main, with the workflows that
 * it calls, and in queue mode that cannot know that workers use the store too (n8n, `workflow-runner.js`); all else is run
 * by workers then. A main that took itself for alone would leave no mark by which a worker tells its own claim, so that
 * both would send, or the worker take for done what the main has only begun.
 */
export function isShared(context: IExecuteFunctions): boolean {
	return !isOnlyProcess(context) || isByHand(context);
}

function isByHand(context: IExecuteFunctions): boolean {
	const { additionalData } = context as { additionalData?: { rootExecutionMode?: string } };
	return context.getMode() === 'manual' || additionalData?.rootExecutionMode === 'manual';
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
