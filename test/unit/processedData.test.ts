import type { IExecuteFunctions } from 'n8n-workflow';

import type { InvalidParameter } from '../../nodes/RewardsEngagement/errors/invalidParameter';
import {
	marked,
	noteOf,
	printed,
	processedDataOf,
} from '../../nodes/RewardsEngagement/idempotency/processedData';

/** n8n's contexts, as far as rows need them: each reaches the row of its node. */
class Context {
	static readonly rows = new Map<string, string[]>();

	/** The id of a node whose row cannot be written. */
	static broken?: string;

	readonly helpers: unknown;

	constructor(
		readonly workflow: object,
		private readonly node: { id: string },
	) {
		const values = () => Context.rows.get(node.id) ?? [];
		this.helpers = {
			checkProcessedAndRecord: async (given: string[], _scope: string, options: { maxEntries: number }) => {
				if (Context.broken === node.id) throw new Error('database is locked');
				const fresh = given.filter((value) => !values().includes(value));
				Context.rows.set(node.id, [...values(), ...fresh].slice(-options.maxEntries));
				return await Promise.resolve({ new: fresh, processed: [] });
			},
			removeProcessed: async (given: string[]) => {
				Context.rows.set(
					node.id,
					values().filter((value) => !given.includes(value)),
				);
				await Promise.resolve();
			},
			getProcessedDataCount: async () => await Promise.resolve(values().length),
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
