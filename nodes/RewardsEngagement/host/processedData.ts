import { createHash } from 'node:crypto';

import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { isUnsent, unsentProblem, type Problem } from '../errors';
import { contextWith } from './otherNodes';

/**
 * n8n's store of processed values, as available in an execution. n8n reads a row and writes it back whole, so two
 * processes that use a row at the same time overwrite each other (n8n, `deduplication-helper.js`).
 */
export interface ProcessedData {
	/** Records the values. Returns those that were not there before. */
	record(values: string[]): Promise<string[]>;
	remove(values: string[]): Promise<void>;
}

/** Longer than n8n takes from reading a row to writing it. In milliseconds. */
export const SETTLE_MS = 150;

const MAX_ATTEMPTS = 4;

/** The hash does not fill all rows equally. */
const SPARE = 1.1;

/** Separates a value from a note about it. Both are in the same row, unless the note has a separate row. */
const SUFFIX = '\u0000';

/** How many values n8n keeps for a node, and how. */
export interface Keeping {
	/** How many values. n8n drops the oldest first. */
	mostValues: number;
	/**
	 * n8n rewrites a row with each change. More rows make one value cheaper, and many values at a time more
	 * expensive.
	 */
	rows: number;
	/** Whether no other process writes them. */
	isAlone?: boolean;
}

/** Thrown if an attempt certainly recorded nothing. */
export class NotRecorded extends Error {
	constructor(readonly reason: unknown) {
		super(String(reason));
		this.name = 'NotRecorded';
	}
}

/**
 * The store of the node. n8n has one row per node ID, so each row here has an ID that no node has.
 *
 * Its methods throw {@link Problem} if this version of n8n does not give access to the rows.
 */
export function processedDataOf(context: IExecuteFunctions, { rows, ...keeping }: Keeping): ProcessedData {
	const names = Array.from({ length: rows }, (_row, index) => String(index));
	return inRows(context, names, { ...keeping, mostValues: Math.ceil((keeping.mostValues / rows) * SPARE) });
}

/** A separate row of the node, for few values that come and go. */
export function rowAsideOf(
	context: IExecuteFunctions,
	name: string,
	keeping: Omit<Keeping, 'rows'>,
): ProcessedData {
	return inRows(context, [name], keeping);
}

function inRows(
	context: IExecuteFunctions,
	names: readonly string[],
	keeping: Omit<Keeping, 'rows'>,
): ProcessedData {
	const opened = new Map<string, Row>();
	const rowNamed = (name: string): Row => {
		const node = context.getNode();
		const row = opened.get(name) ?? contextWith(context, { ...node, id: `${node.id} ${name}` })?.helpers;
		if (!row) throw isOutOfReach();
		opened.set(name, row);
		return row;
	};
	const inEach = async <T>(values: readonly string[], work: (row: Row, own: string[]) => Promise<T>) =>
		await Promise.allSettled(
			[...byRow(values, names)].map(async ([name, own]) => await work(rowNamed(name), own)),
		);
	const options = { mode: 'entries', maxEntries: keeping.mostValues } as const;
	const remove = async (values: string[]) => {
		const results = await inEach(values, async (row, own) => await row.removeProcessed(own, 'node', options));
		for (const result of results) if (result.status === 'rejected') throw result.reason;
	};
	const record = async (values: string[]) => {
		const results = await inEach(values, async (row, own) => await recordIn(row, own, keeping));
		const fresh = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
		const failures = results.flatMap((result) =>
			result.status === 'rejected' ? [result.reason as unknown] : [],
		);
		if (failures.length === 0) return fresh;
		// Otherwise the next attempt would not find them as new.
		await remove(fresh);
		throw failures.find((failure) => !(failure instanceof NotRecorded)) ?? failures[0];
	};
	return { record, remove };
}

/**
 * A failed attempt may have recorded the values. If no other process writes the row, its length shows whether it did.
 */
async function recordIn(
	row: Row,
	values: string[],
	{ mostValues, isAlone = false }: Omit<Keeping, 'rows'>,
): Promise<string[]> {
	// n8n gives no count for a row that was never written.
	const count = async () => (await row.getProcessedDataCount('node', { mode: 'entries' })) || 0;
	const before = isAlone ? await count().catch(isNotRecorded) : NaN;
	try {
		const { new: fresh } = await row.checkProcessedAndRecord(values, 'node', {
			mode: 'entries',
			maxEntries: mostValues,
		});
		return fresh as string[];
	} catch (error) {
		// A full row does not grow.
		const isFull = before + values.length > mostValues;
		const added = isFull ? NaN : (await count().catch(() => NaN)) - before;
		if (added === values.length) return values;
		throw added === 0 ? new NotRecorded(error) : error;
	}
}

function isNotRecorded(error: unknown): never {
	throw new NotRecorded(error);
}

type Row = IExecuteFunctions['helpers'];

/** Groups the values by row. A note about a value is in the row of the value. */
function byRow(values: readonly string[], names: readonly string[]): Map<string, string[]> {
	const parts = new Map<string, string[]>();
	for (const value of values) {
		const [base = ''] = value.split(SUFFIX);
		const index = (createHash('sha256').update(base).digest()[0] ?? 0) % names.length;
		const name = names[index] as string;
		const part = parts.get(name);
		if (part) part.push(value);
		else parts.set(name, [value]);
	}
	return parts;
}

/**
 * Adds up to four attempts. If two processes create a row at the same moment, n8n refuses the second.
 *
 * @param onDoubt called when an attempt to record failed, because it may have been carried out
 */
export function withRetries(store: ProcessedData, onDoubt = () => {}): ProcessedData {
	return {
		record: async (values) => await attempt(async () => await store.record(values), onDoubt),
		remove: async (values) => await attempt(async () => await store.remove(values)),
	};
}

async function attempt<T>(work: () => Promise<T>, onDoubt = () => {}, left = MAX_ATTEMPTS): Promise<T> {
	return await work().catch(async (error: unknown) => {
		if (isUnsent(error)) throw error;
		const isSure = error instanceof NotRecorded;
		if (!isSure) onDoubt();
		if (left <= 1) throw isSure ? error.reason : error;
		await sleep(SETTLE_MS);
		return await attempt(work, onDoubt, left - 1);
	});
}

/** The entry that says that the outcome of a value is open. */
export function noteOf(value: string): string {
	return `${value}${SUFFIX} is open`;
}

/** The entry by which one of several claims of a value recognizes its own. */
export function marked(value: string, mark: string): string {
	return `${value}${SUFFIX} in ${mark}`;
}

/** The entry that says which request a value belongs to. */
export function printed(value: string, fingerprint: string): string {
	return `${value}${SUFFIX} for ${fingerprint}`;
}

export function inSet(values: readonly string[]): (value: string) => boolean {
	const set = new Set(values);
	return (value) => set.has(value);
}

/** This version of n8n does not give access to the data that shows repeats. */
export function isOutOfReach(what = 'what this node stored earlier'): Problem {
	return unsentProblem(
		`Stopped: this version of n8n cannot read ${what}`,
		'Without it, a duplicate cannot be ruled out. Go back to your previous n8n version, and report this to the authors of the package.',
	);
}
