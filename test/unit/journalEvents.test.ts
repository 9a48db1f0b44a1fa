// Falls with nodes/RewardsEngagement/once/journal.ts.

import type { Rules } from '../../nodes/RewardsEngagement/once/journal';
import type { Claim } from '../../nodes/RewardsEngagement/once/keyValues';
import { EVENTS, NodeRow, ask, failsAt, processOn, shared, use } from './journalRow';

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

	it.each([EVENTS, shared(EVENTS)])('that ended well is taken for all: %o', async (rules) => {
		const row = new NodeRow();
		const journal = processOn(row, rules);
		await use(journal, event(), 'applied');
		for (const process of [journal, processOn(row, rules)])
			for (const claim of [event('1'), event('2', { takesOver: true })])
				expect(await ask(process, claim)).toBe('done');
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
