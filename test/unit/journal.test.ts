// Falls with nodes/RewardsEngagement/once/journal.ts.

import { setTimeout as pause } from 'node:timers/promises';

import { Journal, JournalMemory, type Rules } from '../../nodes/RewardsEngagement/once/journal';
import type { Claim } from '../../nodes/RewardsEngagement/once/keyValues';
import {
	ask,
	EVENTS,
	failsAt,
	keyFor,
	KEYS,
	nextFinds,
	NodeRow,
	PAYMENTS,
	processOn,
	rowWith,
	shared,
	use,
} from './journalRow';

describe('a person', () => {
	it.each(KEYS)(
		'sees the state of a key, confirms and releases it: $name',
		async ({ past, claim, state }) => {
			for (const rules of [PAYMENTS, shared(PAYMENTS)]) {
				const row = await rowWith(past, claim);
				const before = [...row.values].sort();
				expect(await processOn(row, rules).look('k')).toBe(state);
				expect([...row.values].sort()).toEqual(before);
				const copy = row.copy();
				expect(await processOn(copy, rules).confirm('k')).toBe(state);
				expect(await nextFinds(copy, claim)).toBe(state === 'open' ? 'done' : state);
				if (state !== 'open') expect([...copy.values].sort()).toEqual(before);
				expect(await processOn(row, rules).release('k')).toBe(state);
				expect(await nextFinds(row, { key: 'k', fingerprint: 'other' })).toBe('mine');
				expect([...row.values].filter((value) => /open$|held$|\0by /.test(value))).toEqual([]);
			}
		},
	);

	it('cannot settle a key while this process acts with it, and then can', async () => {
		const journal = processOn(new NodeRow());
		await ask(journal, keyFor('f'));
		expect(await Promise.all([journal.look('k'), journal.confirm('k'), journal.release('k')])).toEqual([
			'open',
			'inUse',
			'inUse',
		]);
		await journal.settle([{ ...keyFor('f'), outcome: 'unknown' }]);
		expect(await journal.confirm('k')).toBe('open');
		expect(await ask(journal, keyFor('f'))).toBe('done');
		expect(await journal.release('k')).toBe('done');
		expect(await ask(journal, keyFor('f'))).toBe('mine');
	});
});

it.each(['done', 'open'] as const)(
	'another request under a key that is %s is refused, and leaves no trace',
	async (past) => {
		const row = await rowWith(past, keyFor('f'));
		const before = [...row.values];
		for (const rules of [PAYMENTS, shared(PAYMENTS)]) {
			expect(await ask(processOn(row, rules), keyFor('g'))).toBe(past === 'done' ? 'conflict' : 'open');
			expect([...row.values]).toEqual(before);
		}
	},
);

describe('values that n8n has dropped, the oldest first,', () => {
	it.each([
		['open', 1],
		['open', 2],
		['done', 1],
	] as const)('free no key that is %s, even if a person confirms it: %i', async (past, count) => {
		const row = await rowWith(past, keyFor('f'));
		row.drop(count);
		expect(await nextFinds(row, keyFor('f'))).toBe(past);
		expect(await processOn(row).confirm('k')).toBe(past);
		expect(await nextFinds(row, keyFor('f'))).toBe('done');
	});

	it('free no key that the execution knows to be open, until a person releases it', async () => {
		const claim = { ...keyFor(), isOpen: true };
		const row = new NodeRow();
		for (let time = 0; time < 2; time++) expect(await ask(processOn(row), claim)).toBe('open');
		expect(await processOn(row).release('k')).toBe('open');
		expect(await ask(processOn(row), claim)).toBe('mine');
	});

	it.each([1, 2])('are not the names of a key that a person released since: %i times', async (times) => {
		const row = new NodeRow();
		for (let life = 0; life < times; life++) {
			await use(processOn(row), keyFor(), 'unknown');
			await use(processOn(row), { key: 'other' }, 'applied');
			await processOn(row).release('k');
		}
		await use(processOn(row), keyFor(), 'applied');
		row.drop(2);
		expect([await nextFinds(row, keyFor()), await nextFinds(row, { key: 'other' })]).toEqual([
			'done',
			'mine',
		]);
	});
});

describe('in a row that other processes write too,', () => {
	it('a claim that another process overwrites all the time stays open, and an event is delivered', async () => {
		for (const [rules, state] of [
			[PAYMENTS, 'open'],
			[EVENTS, 'mine'],
		] as const) {
			const row = new NodeRow();
			const { record, remove } = row.seenBy();
			// The other one writes what it had read, without the mark, and with its own claim.
			const overwritten = async (values: string[]) => {
				const added = await record(values);
				row.values = new Set(values.filter((value) => !value.includes('\0by ') && !value.includes('\0in ')));
				return added;
			};
			const journal = new Journal({ record: overwritten, remove }, shared(rules));
			expect(await ask(journal, { key: 'k', owner: '1' })).toBe(state);
		}
	});

	it('a key is done though another claim of it is just being taken back', async () => {
		const row = await rowWith('done', keyFor('f'));
		const slow = new NodeRow(() => 10);
		slow.values = row.values;
		const claims = [0, 30].map(async (time) => {
			await pause(time);
			return await ask(processOn(slow, shared(PAYMENTS)), keyFor('f'));
		});
		expect(await Promise.all(claims)).toEqual(['done', 'done']);
	});

	it.each([
		['release', 'mine'],
		['confirm', 'done'],
	] as const)('a slow process does not bring back what a person removed: %s', async (way, state) => {
		const row = await rowWith('open', keyFor('f'));
		const { record, remove } = row.seenBy();
		let isLate = true;
		const overwritten = async (values: string[]) => {
			const before = row.values;
			await remove(values);
			if (!isLate || !values.includes('k\0open')) return;
			[row.values, isLate] = [before, false];
		};
		expect(await new Journal({ record, remove: overwritten }, shared(PAYMENTS))[way]('k')).toBe('open');
		expect([isLate, await nextFinds(row, keyFor('f'))]).toEqual([false, state]);
	});

	it('a payment that another process has released is free, though this one knows it as done', async () => {
		const row = new NodeRow();
		const journal = processOn(row, shared(PAYMENTS));
		await use(journal, keyFor(), 'applied');
		await processOn(row, shared(PAYMENTS)).release('k');
		expect(await ask(journal, keyFor())).toBe('mine');
	});
});

describe('a database that fails', () => {
	it.each([
		['new', ['mine', 'open']],
		['done', ['done', 'open']],
		['open', ['open', 'open']],
		['released', ['mine', 'open']],
	] as const)(
		'once before or after a claim sends nothing in doubt: a key that is %s',
		async (past, states) => {
			const row = await rowWith(past, keyFor('f'));
			const found = [];
			for (const moment of [0, 1])
				found.push(await ask(processOn(row.copy(), PAYMENTS, failsAt(moment)), keyFor('f')));
			expect(found).toEqual(states);
		},
	);

	it('four times gives the keys to nobody, and its error to all who asked', async () => {
		const row = new NodeRow();
		const journal = processOn(row, PAYMENTS, failsAt(0, 1, 2, 3));
		const claims = ['a', 'b'].map(async (key) => await journal.claim([{ key }]));
		const results = await Promise.allSettled(claims);
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		await expect(claims[1]).rejects.toThrow('database is locked');
		expect([row.values.size, await journal.look('a')]).toEqual([0, 'mine']);
		expect(await ask(processOn(row, PAYMENTS, failsAt(0, 1, 2)), { key: 'a' })).toBe('mine');
	});

	it('four times at the end leaves the keys open, also for this process', async () => {
		const row = new NodeRow();
		const journal = processOn(row, PAYMENTS, failsAt(2, 3, 4, 5));
		await journal.claim([{ key: 'a' }, { key: 'b' }]);
		const endings = ['a', 'b'].map((key) => ({ key, outcome: 'applied' as const }));
		await expect(journal.settle(endings)).rejects.toThrow('database is locked');
		expect(await journal.claim([{ key: 'a' }, { key: 'b' }])).toEqual(['open', 'open']);
		expect(await journal.release('a')).toBe('open');
	});
});

it('a key that was found done is known without another write, until a person settles it', async () => {
	const row = await rowWith('done', keyFor('f'));
	const journal = processOn(row);
	expect(await ask(journal, keyFor('f'))).toBe('done');
	const { writes } = row;
	expect([await ask(journal, keyFor('f')), await ask(journal, keyFor('g'))]).toEqual(['done', 'conflict']);
	expect(row.writes).toBe(writes);
	await journal.release('k');
	expect(await ask(journal, keyFor('g'))).toBe('mine');
});

describe('claims at the same moment', () => {
	it('share one write, of several executions too, as do their outcomes', async () => {
		const row = new NodeRow();
		const memory = new JournalMemory();
		const journals = [1, 2, 3].map(() => new Journal(row.seenBy(), PAYMENTS, memory));
		const outcomes = ['applied', 'notApplied', 'unknown'] as const;
		const lists = outcomes.map((outcome, index) =>
			[index, `${index}b`].map((key) => ({ key: `${key}`, outcome })),
		);
		const claimed = journals.map(async (journal, index) => await journal.claim(lists[index]!));
		expect(await Promise.all(claimed)).toEqual(journals.map(() => ['mine', 'mine']));
		expect(row.writes).toBe(1);
		await Promise.all(journals.map(async (journal, index) => await journal.settle(lists[index]!)));
		expect(row.writes).toBe(2);
		const found = await processOn(row).claim(lists.map(([one]) => one!));
		expect(found).toEqual(['done', 'mine', 'open']);
	});

	it('find each the state of its own key', async () => {
		const journal = processOn(await rowWith('done', keyFor('f')));
		const claims = [keyFor('f'), { key: 'other' }].map(async (claim) => await ask(journal, claim));
		expect(await Promise.all(claims)).toEqual(['done', 'mine']);
	});

	it('of lists with a key in common are decided one after the other', async () => {
		const row = new NodeRow();
		const memory = new JournalMemory();
		const journals = [1, 2].map(() => new Journal(row.seenBy(), PAYMENTS, memory));
		const lists = [
			['a', 'b'],
			['b', 'c'],
		].map((keys) => keys.map((key) => ({ key })));
		const claimed = journals.map(async (journal, index) => await journal.claim(lists[index]!));
		expect(await Promise.all(claimed)).toEqual([
			['mine', 'mine'],
			['open', 'mine'],
		]);
	});

	it('of one key give it to the first, and the second finds the result', async () => {
		const row = new NodeRow();
		const journal = processOn(row);
		const claims = [1, 2].map(async () => await ask(journal, keyFor('f')));
		expect(await Promise.all(claims)).toEqual(['mine', 'open']);
		await journal.settle([{ ...keyFor('f'), outcome: 'applied' }]);
		expect([await ask(journal, keyFor('f')), await ask(journal, keyFor('g'))]).toEqual(['done', 'conflict']);
		expect(row.writes).toBe(2);
	});
});

describe('an event', () => {
	const event = (owner = '1', more: Partial<Claim> = {}): Claim => ({ key: 'e', owner, ...more });
	const taken = async (rules: Rules) => {
		const row = new NodeRow();
		expect(await ask(processOn(row, rules), event())).toBe('mine');
		return row;
	};

	it('of a process that died is delivered again, if there was no other', async () => {
		const row = await taken(EVENTS);
		const next = processOn(row, EVENTS);
		expect([await ask(next, event('2')), await ask(next, event('3'))]).toEqual(['mine', 'open']);
	});

	it.each([
		[event('2'), 'open'],
		[event('1'), 'mine'],
		[event('2', { takesOver: true }), 'mine'],
	] as const)(
		'that another process may have is only delivered to its execution or a person: %o',
		async (claim, state) => {
			expect(await ask(processOn(await taken(shared(EVENTS)), shared(EVENTS)), claim)).toBe(state);
		},
	);

	it('can be taken over in the process that has it', async () => {
		const journal = processOn(new NodeRow(), EVENTS);
		await ask(journal, event());
		expect(await ask(journal, event('2', { takesOver: true }))).toBe('mine');
	});

	it.each([0, 1])('that ended well is taken, though the database fails once: %i', async (moment) => {
		const row = new NodeRow();
		await use(processOn(row, EVENTS), event(), 'applied');
		const state = await ask(processOn(row, EVENTS, failsAt(moment)), event('2'));
		// If the write was carried out, it is unknown whether the event had ended. A repeat is better than a loss.
		expect(state).toBe(moment === 0 ? 'done' : 'mine');
	});

	it('has its execution in the row only if it has one, and others write too', async () => {
		for (const [rules, claim, count] of [
			[EVENTS, event(), 2],
			[shared(EVENTS), event(), 4],
			[shared(EVENTS), { key: 'e' }, 3],
		] as const) {
			const row = new NodeRow();
			await ask(processOn(row, rules), claim);
			expect(row.values.size).toBe(count);
		}
	});

	it.each([EVENTS, shared(EVENTS)])(
		'that counts at once is taken without an end, and in doubt delivered: %o',
		async (rules) => {
			const claim = event('1', { isImmediate: true });
			const row = new NodeRow();
			expect(await ask(processOn(row, rules), claim)).toBe('mine');
			expect([...row.values]).toEqual(['e']);
			expect(await ask(processOn(row, rules), claim)).toBe('done');
			const other = new NodeRow();
			expect(await ask(processOn(other, rules, failsAt(1)), claim)).toBe('mine');
			expect(await ask(processOn(other, rules), claim)).toBe('done');
		},
	);

	it.each([
		['that counts at once', event('1', { isImmediate: true }), undefined, 'done'],
		['that ended well', event('1'), 'applied', 'done'],
		['that failed', event('1'), 'notApplied', 'mine'],
		['that runs', event('1'), undefined, 'open'],
	] as const)(
		'%s is as before after the next event, if a stalled process overwrote it',
		async (_what, claim, outcome, state) => {
			const row = new NodeRow();
			const journal = processOn(row, shared(EVENTS));
			expect(await ask(journal, claim)).toBe('mine');
			if (outcome) await journal.settle([{ ...claim, outcome }]);
			row.values = new Set();
			expect(await ask(journal, { key: 'next', isImmediate: true })).toBe('mine');
			expect(await ask(processOn(row, shared(EVENTS)), event('2'))).toBe(state);
		},
	);

	it('is known without a write, unless 10,000 came after it', async () => {
		const row = new NodeRow();
		const journal = processOn(row, EVENTS);
		const claims = Array.from({ length: 10_001 }, (_, key) => ({ key: `${key}`, isImmediate: true }));
		await journal.claim(claims);
		const { writes } = row;
		expect([await journal.claim(claims.slice(1)), row.writes]).toEqual([
			claims.slice(1).map(() => 'done'),
			writes,
		]);
		expect(await journal.claim(claims.slice(0, 1))).toEqual(['done']);
		expect(row.writes).toBeGreaterThan(writes);
	});
});
