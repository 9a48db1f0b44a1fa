import type { IExecuteFunctions } from 'n8n-workflow';

import { InvalidParameter } from '../../nodes/RewardsEngagement/errors/invalidParameter';
import {
	marked,
	noteOf,
	NotRecorded,
	printed,
	processedDataOf,
} from '../../nodes/RewardsEngagement/host/processedData';

/** n8n's contexts, as far as rows need them: each reaches the row of its node. */
class Context {
	static readonly rows = new Map<string, string[]>();

	/** The id of a node whose row cannot be written. */
	static broken?: string;

	/** The id of a node whose next write fails, and whether it is carried out all the same. */
	static failing?: { id: string; isCarriedOut: boolean };

	/** The id of a node from whose row nothing can be removed. */
	static kept?: string;

	/** After so many counts one fails. */
	static uncounted?: number;

	readonly helpers: unknown;

	constructor(
		readonly workflow: object,
		private readonly node: { id: string },
	) {
		const values = () => Context.rows.get(node.id) ?? [];
		this.helpers = {
			checkProcessedAndRecord: async (given: string[], _scope: string, options: { maxEntries: number }) => {
				if (Context.broken === node.id) throw new Error('database is locked');
				const { failing } = Context;
				const isFailing = failing?.id === node.id;
				if (isFailing) Context.failing = undefined;
				if (isFailing && !failing.isCarriedOut) throw new Error('busy');
				const fresh = given.filter((value) => !values().includes(value));
				Context.rows.set(node.id, [...values(), ...fresh].slice(-options.maxEntries));
				if (isFailing) throw new Error('connection lost');
				return await Promise.resolve({ new: fresh, processed: [] });
			},
			removeProcessed: async (given: string[]) => {
				if (Context.kept === node.id) throw new Error('no place to forget');
				Context.rows.set(
					node.id,
					values().filter((value) => !given.includes(value)),
				);
				await Promise.resolve();
			},
			getProcessedDataCount: async () => {
				if (Context.uncounted !== undefined && Context.uncounted-- === 0) throw new Error('no count');
				return await Promise.resolve(values().length);
			},
		};
	}

	getWorkflow() {
		return { id: 'w' };
	}

	getNode() {
		return this.node;
	}
}

let id = 'n';
let tests = 0;

const open = (rows: number, mostValues = 1_000) =>
	processedDataOf(new Context({}, { id }) as unknown as IExecuteFunctions, { mostValues, rows });
const keys = Array.from({ length: 100 }, (_key, index) => `key ${index}`);
const filled = () => [...Context.rows].filter(([, values]) => values.length > 0).map(([row]) => row);
const inRows = () => [...Context.rows.values()].flat();

beforeEach(() => {
	id = `n${tests++}`;
	Context.rows.clear();
	Context.broken = undefined;
	Context.failing = undefined;
	Context.kept = undefined;
	Context.uncounted = undefined;
});

it('shares values out among the rows, and finds them again', async () => {
	const store = open(4);
	expect((await store.record(keys)).sort()).toEqual([...keys].sort());
	expect(filled().sort()).toEqual([0, 1, 2, 3].map((row) => `${id} ${row}`));
	expect(await open(4).record([...keys, 'new'])).toEqual(['new']);
	await store.remove(keys.slice(0, 50));
	expect((await open(4).record(keys)).sort()).toEqual(keys.slice(0, 50).sort());
});

it('keeps what belongs to a value in its row, behind it', async () => {
	for (const key of keys) {
		const own = [key, printed(key, 'f'), noteOf(key), marked(key, 'm')];
		Context.rows.clear();
		await open(16).record(own);
		expect(inRows()).toEqual(own);
	}
});

it('takes back what was recorded where one of the rows fails', async () => {
	await open(4).record(['old']);
	Context.broken = `${id} 2`;
	await expect(open(4).record(['old', ...keys])).rejects.toThrow('database is locked');
	expect(inRows()).toEqual(['old']);
});

describe('a row that nobody else writes', () => {
	const alone = (mostValues = 1_000) =>
		processedDataOf(new Context({}, { id }) as unknown as IExecuteFunctions, {
			mostValues,
			rows: 1,
			isAlone: true,
		});
	/** The next write of its values fails. */
	const failNext = (isCarriedOut: boolean) => {
		Context.failing = { id: `${id} 0`, isCarriedOut };
	};

	it('tells what was new where the store did not confirm it', async () => {
		await alone().record(['old']);
		failNext(true);
		expect(await alone().record(['a', 'b'])).toEqual(['a', 'b']);
		expect(inRows()).toEqual(['old', 'a', 'b']);
	});

	it('says so where nothing was recorded', async () => {
		await alone().record(['old']);
		for (const isCarriedOut of [false, true]) {
			failNext(isCarriedOut);
			await expect(alone().record(['old'])).rejects.toThrow(NotRecorded);
		}
		failNext(false);
		await expect(alone().record(['a', 'b'])).rejects.toThrow(NotRecorded);
	});

	it('is in doubt where some were new, where it is full, and where it cannot be counted', async () => {
		await alone(3).record(['old']);
		failNext(true);
		await expect(alone(3).record(['old', 'new'])).rejects.not.toThrow(NotRecorded);
		failNext(true);
		await expect(alone(3).record(['a', 'b', 'c'])).rejects.not.toThrow(NotRecorded);
		failNext(true);
		Context.uncounted = 1;
		await expect(alone().record(['d'])).rejects.not.toThrow(NotRecorded);
	});

	it('says that nothing was recorded where it could not be counted before', async () => {
		const store = alone();
		await store.record(['old']);
		Context.uncounted = 0;
		await expect(store.record(['a'])).rejects.toThrow(NotRecorded);
		expect(await store.record(['a'])).toEqual(['a']);
	});

	it('is in doubt where what another row recorded could not be taken back', async () => {
		const two = () =>
			processedDataOf(new Context({}, { id }) as unknown as IExecuteFunctions, {
				mostValues: 1_000,
				rows: 2,
				isAlone: true,
			});
		await two().record(['old']);
		failNext(false);
		await expect(two().record(keys)).rejects.toThrow(NotRecorded);
		expect(inRows()).toEqual(['old']);
		failNext(false);
		Context.kept = `${id} 1`;
		await expect(two().record(keys)).rejects.not.toThrow(NotRecorded);
	});
});

it('refuses to record and to forget where n8n does not lead to its rows', async () => {
	const ofAnotherKind = Object.create(new Context({}, { id }), {
		workflow: { value: undefined },
	}) as IExecuteFunctions;
	const store = processedDataOf(ofAnotherKind, { mostValues: 1_000, rows: 4 });
	for (const work of [async () => await store.record(['a']), async () => await store.remove(['a'])]) {
		await expect(work()).rejects.toThrow(InvalidParameter);
		await expect(work()).rejects.toThrow('out of reach in this version of n8n, so nothing was done');
	}
	expect(filled()).toEqual([]);
});
