// Falls with nodes/RewardsEngagement/host/processedData.ts.

import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem, unsentProblem } from '../../nodes/RewardsEngagement/errors';
import {
	marked,
	noteOf,
	NotRecorded,
	printed,
	processedDataOf,
	rowAsideOf,
	SETTLE_MS,
	withRetries,
	type ProcessedData,
} from '../../nodes/RewardsEngagement/host/processedData';

/** n8n's contexts as far as rows need them: each reaches the row of its node. */
class Context {
	static readonly rows = new Map<string, string[]>();

	/** The id of a node whose row cannot be written. */
	static broken?: string;

	/** Nodes whose next write fails, by id. The value says whether that write still takes effect. */
	static readonly failing = new Map<string, boolean>();

	/** The id of a node whose row lets nothing be removed. */
	static kept?: string;

	/** The count after this many counts fails. */
	static uncounted?: number;

	/** The number of counts of a row, and of contexts. */
	static counts = 0;

	static made = 0;

	readonly helpers: unknown;

	constructor(
		readonly workflow: object,
		private readonly node: { id: string },
	) {
		Context.made++;
		const values = () => Context.rows.get(node.id) ?? [];
		/** n8n stores entries per node, and other data elsewhere. */
		const mustBeEntries = (scope: string, { mode }: Options) => {
			if (scope !== 'node' || mode !== 'entries') throw new Error('asked for something else');
		};
		this.helpers = {
			checkProcessedAndRecord: async (
				given: string[],
				scope: string,
				options: Options & { maxEntries: number },
			) => {
				mustBeEntries(scope, options);
				if (Context.broken === node.id) throw new Error('database is locked');
				const isCarriedOut = Context.failing.get(node.id);
				Context.failing.delete(node.id);
				if (isCarriedOut === false) throw new Error('busy');
				const fresh = given.filter((value) => !values().includes(value));
				Context.rows.set(node.id, [...values(), ...fresh].slice(-options.maxEntries));
				if (isCarriedOut) throw new Error('connection lost');
				return await Promise.resolve({ new: fresh, processed: [] });
			},
			removeProcessed: async (given: string[], scope: string, options: Options) => {
				mustBeEntries(scope, options);
				if (Context.kept === node.id) throw new Error('no place to forget');
				Context.rows.set(
					node.id,
					values().filter((value) => !given.includes(value)),
				);
				await Promise.resolve();
			},
			getProcessedDataCount: async (scope: string, options: Options) => {
				mustBeEntries(scope, options);
				Context.counts++;
				if (Context.uncounted !== undefined && Context.uncounted-- === 0) throw new Error('no count');
				return await Promise.resolve(Context.rows.get(node.id)?.length);
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

interface Options {
	mode: string;
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
	Context.failing.clear();
	Context.kept = undefined;
	Context.uncounted = undefined;
	Context.counts = 0;
	Context.made = 0;
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

it('throws what could not be removed, and removes it where it can', async () => {
	await open(4).record(keys);
	Context.kept = `${id} 2`;
	const row = () => Context.rows.get(`${id} 2`) ?? [];
	const before = row();
	await expect(open(4).remove(keys)).rejects.toThrow('no place to forget');
	expect(inRows()).toEqual(before);
});

it('gives each row its share of the values, and a little more, as not all get equally many', async () => {
	await open(4, 20).record(keys);
	expect([0, 1, 2, 3].map((row) => Context.rows.get(`${id} ${row}`)?.length)).toEqual([6, 6, 6, 6]);
});

it('keeps values aside in a row of its own, which has room for all of them', async () => {
	const aside = rowAsideOf(new Context({}, { id }) as unknown as IExecuteFunctions, 'open', {
		mostValues: 30,
	});
	expect(await aside.record(['a', noteOf('b')])).toEqual(['a', noteOf('b')]);
	expect(filled()).toEqual([`${id} open`]);
	await aside.record(keys);
	expect(inRows()).toEqual(keys.slice(-30));
});

it('opens a row once, and counts none that others write too', async () => {
	const store = open(1);
	await store.record(['a']);
	const { made } = Context;
	await store.record(['b']);
	await store.remove(['a']);
	expect(Context.made).toBe(made);
	expect(Context.counts).toBe(0);
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
		Context.failing.set(`${id} 0`, isCarriedOut);
	};

	it('tells what was new where the store did not confirm it', async () => {
		await alone().record(['old']);
		failNext(true);
		expect(await alone().record(['a', 'b'])).toEqual(['a', 'b']);
		expect(inRows()).toEqual(['old', 'a', 'b']);
	});

	it('tells it also of a row that was never written, and of one that becomes full', async () => {
		failNext(true);
		// Such a row has space for four.
		expect(await alone(3).record(['a', 'b'])).toEqual(['a', 'b']);
		failNext(true);
		expect(await alone(3).record(['c', 'd'])).toEqual(['c', 'd']);
		expect(inRows()).toEqual(['a', 'b', 'c', 'd']);
	});

	it('is in doubt where it was full before, and is no longer than it was', async () => {
		await alone(3).record(['a', 'b', 'c', 'd']);
		failNext(true);
		await expect(alone(3).record(['e'])).rejects.not.toThrow(NotRecorded);
		expect(inRows()).toEqual(['b', 'c', 'd', 'e']);
	});

	it('is in doubt where one of several rows is, whichever fails first', async () => {
		const two = () =>
			processedDataOf(new Context({}, { id }) as unknown as IExecuteFunctions, {
				mostValues: 1_000,
				rows: 2,
				isAlone: true,
			});
		for (const [sure, unsure] of [
			[0, 1],
			[1, 0],
		]) {
			await two().record(keys);
			const known = Context.rows.get(`${id} ${unsure}`)?.[0];
			await two().remove(keys.filter((key) => key !== known));
			Context.failing.set(`${id} ${sure}`, false).set(`${id} ${unsure}`, true);
			await expect(two().record(keys)).rejects.toThrow('connection lost');
		}
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
		await expect(work()).rejects.toThrow(Problem);
		await expect(work()).rejects.toThrow('this version of n8n cannot read what this node stored earlier');
	}
	expect(filled()).toEqual([]);
});

describe('a store with several attempts', () => {
	/** A store whose first calls fail. */
	const failing = (...errors: Error[]) => {
		const calls: string[] = [];
		const call = async (name: string) => {
			calls.push(name);
			const error = errors.shift();
			if (error) throw error;
			return await Promise.resolve();
		};
		const store: ProcessedData = {
			record: async (values) => (await call(`record ${values.join()}`), ['new']),
			remove: async (values) => await call(`remove ${values.join()}`),
		};
		return { store, calls };
	};
	const busy = (count: number) => Array.from({ length: count }, (_one, index) => new Error(`busy ${index}`));

	it('records and removes at the fourth at the latest, with a pause before each', async () => {
		const { store, calls } = failing(...busy(3));
		const begin = Date.now();
		expect(await withRetries(store).record(['a', 'b'])).toEqual(['new']);
		expect(calls).toEqual(Array.from({ length: 4 }, () => 'record a,b'));
		expect(Date.now() - begin).toBeGreaterThanOrEqual(3 * SETTLE_MS - 5);
		const removing = failing(...busy(3));
		await withRetries(removing.store).remove(['c']);
		expect(removing.calls).toEqual(Array.from({ length: 4 }, () => 'remove c'));
	});

	it('throws what the fourth says', async () => {
		for (const work of ['record', 'remove'] as const) {
			const { store, calls } = failing(...busy(5));
			await expect(withRetries(store)[work](['a'])).rejects.toThrow('busy 3');
			expect(calls).toHaveLength(4);
		}
	});

	it('is in doubt about each that may have recorded something, and about no other', async () => {
		const doubts = async (...errors: Error[]) => {
			const onDoubt = jest.fn();
			await withRetries(failing(...errors).store, onDoubt)
				.record(['a'])
				.catch(() => undefined);
			return onDoubt.mock.calls.length;
		};
		const sure = new NotRecorded(new Error('locked'));
		expect(await doubts()).toBe(0);
		expect(await doubts(sure, sure)).toBe(0);
		expect(await doubts(sure, ...busy(1))).toBe(1);
		expect(await doubts(...busy(4))).toBe(4);
	});

	it('throws what the store said, and not that nothing was recorded', async () => {
		const reason = new Error('locked');
		const sure = new NotRecorded(reason);
		await expect(withRetries(failing(sure, sure, sure, sure).store).record(['a'])).rejects.toBe(reason);
		expect(String(sure)).toBe('NotRecorded: Error: locked');
	});

	it('is not asked again where this n8n does not lead to it', async () => {
		const refused = unsentProblem('No', 'Look.');
		const { store, calls } = failing(refused);
		const onDoubt = jest.fn();
		await expect(withRetries(store, onDoubt).record(['a'])).rejects.toBe(refused);
		expect(calls).toHaveLength(1);
		expect(onDoubt).not.toHaveBeenCalled();
	});
});
