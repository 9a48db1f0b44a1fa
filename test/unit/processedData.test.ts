import type { IExecuteFunctions } from 'n8n-workflow';

import type { InvalidParameter } from '../../nodes/RewardsEngagement/errors/invalidParameter';
import {
	marked,
	noteOf,
	NotRecorded,
	printed,
	processedDataOf,
} from '../../nodes/RewardsEngagement/idempotency/processedData';

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

/** Another in each test: a process looks once where the values of a node are. */
let id = 'n';
let tests = 0;

const open = (rows: number, mostValues = 1_000) =>
	processedDataOf(new Context({}, { id }) as unknown as IExecuteFunctions, { mostValues, rows });
const ofAnotherKind = () =>
	Object.create(new Context({}, { id }), { workflow: { value: undefined } }) as IExecuteFunctions;
const keys = Array.from({ length: 100 }, (_key, index) => `key ${index}`);
const filled = () => [...Context.rows].filter(([, values]) => values.length > 0).map(([row]) => row);
const inRows = () => [...Context.rows].filter(([row]) => row !== id).flatMap(([, values]) => values);

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
	expect(filled().sort()).toEqual([id, ...[0, 1, 2, 3].map((row) => `${id} ${row}`)]);
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
		Context.failing = { id, isCarriedOut: false };
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

it('asks anew where the values of a node are when the store did not say so', async () => {
	const store = open(4);
	Context.uncounted = 0;
	await expect(store.record(['a'])).rejects.toThrow('no count');
	expect(await store.record(['a'])).toEqual(['a']);
});

it('has the row of the node alone in an n8n that makes its contexts in another way', async () => {
	const store = processedDataOf(ofAnotherKind(), { mostValues: 1_000, rows: 4 });
	await store.record(keys);
	expect(filled()).toEqual([id]);
	expect(await store.record(keys)).toEqual([]);
});

/** As after a restart, with the version of n8n that was there before or another. */
async function afterRestart(
	work: (of: typeof processedDataOf, Refusal: typeof InvalidParameter) => Promise<void>,
): Promise<void> {
	await jest.isolateModulesAsync(async () => {
		const { processedDataOf: of } = await import('../../nodes/RewardsEngagement/idempotency/processedData');
		const { InvalidParameter: Refusal } =
			await import('../../nodes/RewardsEngagement/errors/invalidParameter');
		await work(of, Refusal);
	});
}

it.each([1, 100])(
	'refuses where an n8n of another kind does not lead to the %i values of before',
	async (count) => {
		await open(4).record(keys.slice(0, count));
		const before = structuredClone([...Context.rows]);
		await afterRestart(async (of, Refusal) => {
			const store = of(ofAnotherKind(), { mostValues: 1_000, rows: 4 });
			await expect(store.record(['key 0'])).rejects.toThrow(Refusal);
			await expect(store.record(['new'])).rejects.toThrow('out of reach');
			await expect(store.remove(['key 0'])).rejects.toThrow('out of reach');
		});
		expect([...Context.rows]).toEqual(before);
		await afterRestart(async (of) => {
			const again = of(new Context({}, { id }) as never, { mostValues: 1_000, rows: 4 });
			expect(await again.record(['key 0', 'new'])).toEqual(['new']);
		});
	},
);

it.each([1, 2, 100])('goes on with one row of %i where an n8n of another kind began it', async (count) => {
	await processedDataOf(ofAnotherKind(), { mostValues: 1_000, rows: 4 }).record(keys.slice(0, count));
	await afterRestart(async (of) => {
		const store = of(new Context({}, { id }) as never, { mostValues: 1_000, rows: 4 });
		expect(await store.record(['key 0', 'new'])).toEqual(['new']);
	});
	expect(filled()).toEqual([id]);
	expect(Context.rows.get(id)).toEqual([...keys.slice(0, count), 'new']);
});
