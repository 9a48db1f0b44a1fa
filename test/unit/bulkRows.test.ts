// Falls with nodes/RewardsEngagement/run/bulkRows.ts.

import { isLeftOut, isUndisputed, type Entry } from '../../nodes/RewardsEngagement/run/bulk';
import { disputesOf, readRefusal, type RowForm } from '../../nodes/RewardsEngagement/run/bulkRows';

const form: RowForm = {
	isNamed: ({ id }) => typeof id === 'string',
	isOf: (row, { id }) => row.id === id,
	isPaid: (row) => typeof row.newBalance === 'number' && isUndisputed(row, row.error !== undefined),
};
const entriesOf = (ids: string): Entry[] => [...ids].map((id) => ({ id }));
const paid = (id: string): Entry => ({ id, newBalance: 1 });
const refused = (id: string): Entry => ({ id, error: 'no' });
const bare = (id: string): Entry => ({ id });

/**
 * The refusal's statements about entries: `+` paid, `-` refused, `?` unknown. A `!` at the end means that some may be
 * applied.
 */
function read(body: unknown, ids = 'ab', refuses: 'all' | 'each' = 'all'): string {
	const refusal = readRefusal(body, entriesOf(ids), form, refuses);
	if (!refusal) return 'nothing';
	const said = refusal.shares.map((share) => (share === undefined ? '?' : 'record' in share ? '+' : '-'));
	return said.join('') + (refusal.mayHaveActed ? '!' : '');
}

describe('the rows of a refusal', () => {
	it.each(
		[
			'result results update updates updated applied success successes succeeded successful processed complete completed',
			'paid done data items entries rows members credentials transactions Results',
		].flatMap((names) => names.split(' ')),
	)('in %s confirm what they pay, and leave open what they do not', (name) => {
		expect(read({ [name]: [paid('a')] })).toBe('+?!');
		expect(read({ [name]: [bare('a')] })).toBe('??!');
		expect(read({ [name]: ['a'] })).toBe('??!');
	});

	it.each(
		[
			'error errors failed failures invalid rejected refused denied declined missing skipped reverted rolledBack',
			'unsuccessful unprocessed notFound not_applied not-processed details issues problems messages violations',
		].flatMap((names) => names.split(' ')),
	)('in %s were not applied, unless they confirm a payment', (name) => {
		expect(read({ [name]: [bare('a')] })).toBe('-?');
		expect(read({ [name]: [paid('a')] })).toBe('??!');
		expect(read({ [name]: ['a'] })).toBe('nothing');
	});

	it.each(['pending', 'undid', 'myresults', 'resultset', 'unknown'])(
		'in %s, which says nothing, may be applied',
		(name) => {
			expect(read({ [name]: [paid('a')] })).toBe('??!');
			expect(read({ [name]: [bare('a')] })).toBe('??!');
			expect(read({ [name]: ['a', 1, { message: 'no' }] })).toBe('nothing');
		},
	);

	it('that say no among the results were not applied where a refusal is of all, and are open where it is of each', () => {
		expect(read({ results: [refused('a')] }, 'ab', 'all')).toBe('-?');
		expect(read({ results: [refused('a')] }, 'ab', 'each')).toBe('??!');
	});

	it('are found wherever they are, down to eight levels', () => {
		expect(read([paid('a')])).toBe('??!');
		expect(read({ data: { results: [paid('a')], errors: [bare('b')] } })).toBe('+-!');
		expect(read({ error: { results: [paid('a')] } })).toBe('+?!');
		expect(read({ errors: { results: ['a'] } })).toBe('nothing');
		expect(read({ results: { failed: [bare('a')] } })).toBe('-?');
		const nested = (levels: number): unknown =>
			levels === 0 ? { results: [paid('a')] } : { x: nested(levels - 1) };
		expect(read(nested(7))).toBe('+?!');
		expect(read(nested(8))).toBe('nothing');
		const listed = (levels: number): unknown => (levels === 0 ? [bare('a')] : [listed(levels - 1)]);
		expect(read(listed(8))).toBe('??!');
		expect(read(listed(9))).toBe('nothing');
	});

	it('are not the records inside of a row', () => {
		expect(read({ errors: [{ id: 'a', results: [paid('b')] }] })).toBe('-?');
	});

	it.each([
		undefined,
		null,
		'text',
		7,
		{},
		[],
		{ results: [] },
		{ errors: [] },
		{ results: null },
		{ errors: [null] },
	])('are not there in %j', (body) => expect(read(body)).toBe('nothing'));

	it('of others than were sent still are rows', () => {
		expect(read({ errors: [bare('x')] })).toBe('??');
		expect(read({ results: [paid('x')] })).toBe('??!');
	});

	it('that name nobody count where they may be of an entry that was applied', () => {
		expect(read({ results: [{ newBalance: 1 }] })).toBe('??!');
		expect(read({ results: [{ index: 0 }] })).toBe('??!');
		for (const no of [{ error: 'no' }, { message: 'no' }, { field: 'x' }]) {
			expect(read({ results: [no] })).toBe('nothing');
			expect(read({ errors: [no] })).toBe('nothing');
		}
	});

	it('that stand in no list count where they confirm a payment', () => {
		expect(read(paid('a'))).toBe('??!');
		expect(read({ results: { first: { newBalance: 1 } } })).toBe('??!');
		expect(read({ data: paid('a') })).toBe('??!');
		expect(read({ details: paid('a') })).toBe('nothing');
		expect(read({ error: { newBalance: 1 } })).toBe('nothing');
		expect(read(bare('a'))).toBe('nothing');
		expect(read(refused('a'))).toBe('nothing');
	});

	it('with a balance alone that stand in no list count only by a name', () => {
		const balances: RowForm = { ...form, isPaid: ({ balance }) => balance === 3 };
		const readIt = (body: unknown) => readRefusal(body, entriesOf('a'), balances, 'all');
		expect(readIt({ balance: 3 })).toBeUndefined();
		expect(readIt({ id: 'a', balance: 3 })).toEqual({ mayHaveActed: true, shares: [undefined] });
		expect(readIt({ balance: 3, newBalance: 4 })).toEqual({ mayHaveActed: true, shares: [undefined] });
	});

	it('that disagree leave an entry open, in whatever order they are', () => {
		expect(read({ results: [paid('a')], errors: [bare('a'), bare('b')] })).toBe('?-!');
		expect(read({ errors: [bare('a')], results: [paid('a'), paid('b')] })).toBe('?+!');
		expect(read({ results: [paid('a'), bare('a')] })).toBe('??!');
		expect(read({ results: [paid('a'), paid('a')] })).toBe('+?!');
	});

	it('are given as they came, one to each of equal entries in their order', () => {
		const [first, second] = [
			{ id: 'a', newBalance: 1 },
			{ id: 'a', newBalance: 2 },
		];
		const refusal = readRefusal({ results: [first, second] }, entriesOf('aa'), form, 'all');
		expect(refusal?.shares).toEqual([{ record: first }, { record: second }]);
		const more = readRefusal({ results: [first, second] }, entriesOf('a'), form, 'all');
		expect(more?.shares).toEqual([{ record: first }]);
		const error = refused('a');
		expect(readRefusal({ errors: [error] }, entriesOf('a'), form, 'each')?.shares).toEqual([
			{ refused: error },
		]);
	});

	it('are shared out among entries that they may all be of', () => {
		const kinds: RowForm = {
			...form,
			isOf: (row, { id, kind }) => row.id === id && (kind === undefined || row.kind === kind),
		};
		const [x, y] = ['x', 'y'].map((kind) => ({ ...paid('a'), kind }));
		const entries = [{ id: 'a', kind: 'x' }, { id: 'a' }];
		const refusal = readRefusal({ results: [x, y] }, entries, kinds, 'all');
		expect(refusal?.shares).toEqual([{ record: x }, { record: y }]);
	});

	it('that are fewer than equal entries leave them open, unless nothing was applied', () => {
		expect(read({ results: [paid('a')] }, 'aab')).toBe('???!');
		expect(read({ errors: [bare('a')], results: [paid('b')] }, 'aab')).toBe('??+!');
		expect(read({ errors: [bare('a')] }, 'aab', 'all')).toBe('--?');
		expect(read({ errors: [bare('a')] }, 'aab', 'each')).toBe('???');
	});
});

describe('a dispute', () => {
	const isDisputed = (body: unknown, id = 'a') => disputesOf(body, form)({ id });

	it('is an entry among what was done and among what was not', () => {
		expect(isDisputed({ results: [paid('a')], errors: [bare('a')] })).toBe(true);
		expect(isDisputed({ results: [paid('a')], errors: [bare('b')] })).toBe(false);
		expect(isDisputed({ results: [paid('b')], errors: [bare('a')] })).toBe(false);
		expect(isDisputed({ results: [paid('a')] })).toBe(false);
		expect(isDisputed({ errors: [bare('a')] })).toBe(false);
	});

	it('is none with a list that may tell more of what was done', () => {
		expect(isDisputed({ results: [paid('a')], messages: [bare('a')], others: [bare('a')] })).toBe(false);
	});
});

describe('what speaks against the payment of a row', () => {
	it.each([
		{},
		{ code: '' },
		{ code: null },
		{ status: null },
		{ applied: true },
		...'ok done paid applied updated processed complete completed success succeeded successful 200 OK'
			.split(' ')
			.map((status) => ({ status })),
		{ status: 207 },
	])('is nothing in %j', (row) => expect(isUndisputed(row, false)).toBe(true));

	it.each([
		{ code: 'NOT_FOUND' },
		{ code: 0 },
		{ applied: false },
		...'pending failed undone unpaid okay ok? 400 2000 1200'.split(' ').map((status) => ({ status })),
	])('is something in %j', (row) => expect(isUndisputed(row, false)).toBe(false));

	it('is that it says no', () => expect(isUndisputed({}, true)).toBe(false));

	it.each<[unknown, boolean]>([
		[undefined, true],
		[null, true],
		['', true],
		[0, false],
		[false, false],
		['x', false],
	])('is left out: %j', (value, isOut) => expect(isLeftOut(value)).toBe(isOut));
});
