import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { jsonOf, type Reply } from '../../harness/http/receiver';
import { sizeOf } from '../../harness/size';
import { byId } from '../../harness/workflows/nodes';
import { runNode, type RunOptions } from '../engine';
import { processedValues } from '../processedValues';
import { useReceiver } from '../receiver';
import { withoutPauses } from '../sandbox';

withoutPauses();

type Endpoint = 'member' | 'memberCredential';
type Row = Record<string, unknown>;

const CURRENCY = 'c'.repeat(24);

/**
 * The form of a service's response to a request of several entries. Every statement in it is true, but it may leave
 * out some.
 */
interface Shape {
	status: number;
	/** Which entries are applied when some are bad. */
	applies: 'none' | 'good' | 'untilBad';
	/** Where the rows of applied entries are, and those of refused ones. */
	lists: [string, string];
	wrap?: 'data' | 'error';
	paid: 'full' | 'bare' | 'text' | 'null' | 'message';
	refused: 'error' | 'message' | 'code' | 'success' | 'status' | 'before' | 'bare';
	order: 'same' | 'reversed';
	/** Leaves out every n-th row. */
	leavesOut: number;
	/** Also names the first applied entry as refused, or the first refused one as applied. */
	contradicts?: 'applied' | 'refused';
	/** Adds a row of an entry that was not sent. */
	namesStranger?: boolean;
	success?: boolean;
	isSilent?: boolean;
	dropsAfter?: boolean;
}

/** A service that pays. It identifies payments by the amount of an entry. */
class Payer {
	readonly paid: number[] = [];
	/** The amounts of each request, and whether any of them was paid. */
	readonly requests: Array<{ amounts: number[]; hasPaid: boolean }> = [];
	bad = new Set<number>();
	shapes: Array<Shape | undefined> = [];
	/** Replaces the next response. */
	next?: (entries: Row[]) => Reply;

	reply(endpoint: Endpoint, entries: Row[]): Reply | undefined {
		const { next } = this;
		this.next = undefined;
		if (next) {
			this.requests.push({ amounts: entries.map(({ amount }) => amount as number), hasPaid: true });
			return next(entries);
		}
		const shape = this.shapes.shift();
		const isBad = (entry: Row) => this.bad.has(entry.amount as number);
		const hasBad = entries.some(isBad);
		const until = entries.findIndex(isBad);
		const ways = {
			none: () => [],
			good: () => entries.filter((entry) => !isBad(entry)),
			untilBad: () => entries.slice(0, until),
		};
		const way = shape?.applies ?? (endpoint === 'member' ? 'none' : 'good');
		let applied = hasBad ? ways[way]() : entries;
		let reply = shape ? wordedAs(shape, endpoint, entries, applied) : plainly(endpoint, entries, applied);
		if (
			shape &&
			isRefusal(shape.status) &&
			applied.length > 0 &&
			!mayHaveActed(endpoint, shape, entries, applied)
		) {
			applied = [];
			reply = wordedAs(shape, endpoint, entries, applied);
		}
		const amounts = (list: Row[]) => list.map(({ amount }) => amount as number);
		this.paid.push(...amounts(applied));
		this.requests.push({ amounts: amounts(entries), hasPaid: applied.length > 0 });
		return shape?.dropsAfter ? { headers: { 'content-length': 9_999 }, body: '{' } : reply;
	}
}

const isRefusal = (status: number) => status >= 400 && status < 500;

/**
 * Some refusals mean that nothing was applied. Such a refusal concerns members and lists no applied entries, or it is
 * about a single entry. Or it is about the rate or the size.
 */
function mayHaveActed(endpoint: Endpoint, shape: Shape, entries: Row[], applied: Row[]): boolean {
	const isTold = !shape.isSilent && applied.some((_row, index) => isLeftIn(shape, index));
	const isAboutOneOfSeveral = entries.length > 1 && [400, 404, 409, 422].includes(shape.status);
	return isTold || (endpoint === 'memberCredential' && isAboutOneOfSeveral);
}

const isLeftIn = ({ leavesOut }: Shape, index: number) =>
	leavesOut === 0 || index % leavesOut !== leavesOut - 1;

function plainly(endpoint: Endpoint, entries: Row[], applied: Row[]): Reply {
	const paid = applied.map((entry) => ({ ...nameOf(endpoint, entry), balance: 3, newBalance: 3 }));
	const refused = entries.filter((entry) => !applied.includes(entry));
	if (endpoint === 'memberCredential')
		return {
			body: {
				success: refused.length === 0,
				results: paid,
				errors: refused.map((one) => ({ ...nameOf(endpoint, one), error: 'no' })),
			},
		};
	return refused.length > 0
		? { status: 400, body: { error: 'no' } }
		: { body: { success: true, updates: paid } };
}

function nameOf(endpoint: Endpoint, { serviceId, currencyId, type, value }: Row): Row {
	return endpoint === 'member' ? { serviceId, currencyId } : { type, value };
}

function wordedAs(shape: Shape, endpoint: Endpoint, entries: Row[], applied: Row[]): Reply {
	const { status, lists, wrap, order, contradicts, success } = shape;
	const name = (entry: Row) => nameOf(endpoint, entry);
	const balances = (value: unknown) =>
		endpoint === 'member' ? { balance: value, newBalance: value } : { balance: value };
	const paidLooks = {
		full: balances(5),
		bare: {},
		text: balances('5'),
		null: balances(null),
		message: { message: 'Done' },
	};
	const refusedLooks = {
		error: { error: 'refused' },
		message: { message: 'Not found' },
		code: { code: 'NOT_FOUND' },
		success: { success: false },
		status: { status: 'failed' },
		before: { balance: 5, message: 'Frozen' },
		bare: {},
	};
	const paidRow = (entry: Row): Row => ({ ...name(entry), ...paidLooks[shape.paid] });
	const refusedRow = (entry: Row): Row => ({ ...name(entry), ...refusedLooks[shape.refused] });
	const left = entries.filter((entry) => !applied.includes(entry));
	const paid = applied.filter((_one, index) => isLeftIn(shape, index)).map(paidRow);
	const refused = left.filter((_one, index) => isLeftIn(shape, index)).map(refusedRow);
	// An entry that is named only once is named correctly.
	const isBoth = isLeftIn(shape, 0);
	if (isBoth && contradicts === 'applied' && applied[0]) refused.push(refusedRow(applied[0]));
	if (isBoth && contradicts === 'refused' && left[0]) paid.push(paidRow(left[0]));
	if (shape.namesStranger)
		paid.push(paidRow({ serviceId: 'f'.repeat(24), type: 'email', value: 'x@y.example' }));
	const [done, undone] = lists;
	const rows: Record<string, Row[]> = {};
	for (const [list, own] of [
		[done, paid],
		[undone, refused],
	] as Array<[string, Row[]]>)
		rows[list] = [...(rows[list] ?? []), ...(order === 'same' ? own : own.reverse())];
	const told: Row = { ...(success !== undefined && { success }), ...(shape.isSilent ? {} : rows) };
	const words = status >= 400 ? { error: 'Some entries were refused' } : {};
	const body = wrap ? { ...words, [wrap]: told } : { ...words, ...told };
	return { status, headers: { 'retry-after': '0' }, body };
}

let payer: Payer;
const receiver = useReceiver((request) => {
	const { updates } = jsonOf<{ updates: Row[] }>(request);
	return payer.reply(request.path.includes('/credentials/') ? 'memberCredential' : 'member', updates);
});
beforeEach(async () => await begin());
const begin = async () => {
	payer = new Payer();
	await receiver.move();
	processedValues.clear();
};

const entriesUpTo = (count: number) => Array.from({ length: count }, (_one, index) => index);

const people = (count: number) =>
	Array.from({ length: count }, (_one, index) => ({
		to: (index + 1).toString(16).padStart(24, '0'),
		value: `p${index}@example.com`,
		amount: index + 1,
	}));

async function pay(endpoint: Endpoint, input: IDataObject[], more: Partial<RunOptions> = {}) {
	const parameters: INodeParameters =
		endpoint === 'member'
			? { serviceId: byId('={{ $json.to }}'), currencyId: byId(CURRENCY) }
			: { type: 'email', value: '={{ $json.value }}', realmPointId: byId(CURRENCY) };
	return await runNode({
		credential: receiver.credential(),
		parameters: {
			resource: endpoint,
			operation: 'updateBalances',
			amount: '={{ $json.amount }}',
			options: { retries: 2, maximumWaitSeconds: 1 },
			...parameters,
		},
		input,
		onError: 'continueErrorOutput',
		...more,
	});
}

type Run = Awaited<ReturnType<typeof pay>>;

/** The reported outcome of each item, in the order of the items. */
function outcomesOf({ items, errorItems }: Run): unknown[] {
	const outcomes: unknown[] = [];
	const note = (list: Run['items'], outcomeOf: (json: IDataObject) => unknown) => {
		for (const { json, pairedItem } of list) {
			const { item } = pairedItem as { item: number };
			outcomes[item] = outcomes[item] === undefined ? outcomeOf(json) : 'twice';
		}
	};
	note(items, () => 'applied');
	note(errorItems, ({ details }) => (details as IDataObject).outcome);
	return outcomes;
}

/** Every false statement of a run, in words. */
function untruthsOf(input: IDataObject[], run: Run, isTriedAgain: boolean): string[] {
	const found: string[] = [];
	const timesPaid = (amount: unknown) => payer.paid.filter((one) => one === amount).length;
	input.forEach(({ amount }, index) => {
		if (timesPaid(amount) > 1) found.push(`${index} was paid ${timesPaid(amount)} times`);
	});
	payer.requests.forEach(({ amounts, hasPaid }, index) => {
		const later = payer.requests.slice(index + 1).flatMap((request) => request.amounts);
		const again = amounts.filter((amount) => later.includes(amount));
		if (hasPaid && again.length > 0 && !isTriedAgain)
			found.push(`${again.join()} went out again after a payment`);
	});
	if (run.error) return [...found, ...untruthsOfError(run.error, payer.paid.length)];
	const outcomes = outcomesOf(run);
	input.forEach(({ amount }, index) => {
		const outcome = outcomes[index];
		const isPaid = timesPaid(amount) > 0;
		if (outcome === undefined || outcome === 'twice') found.push(`${index} came out ${outcome ?? 'never'}`);
		if (outcome === 'applied' && !isPaid) found.push(`${index} is said to be applied and was not`);
		if (outcome === 'notApplied' && isPaid) found.push(`${index} is said not to be applied and was`);
	});
	return found;
}

/** An error that stops a run says how many other items were applied, and for how many this is unknown. */
function untruthsOfError({ message, description }: NonNullable<Run['error']>, paid: number): string[] {
	const words = `${message}. ${description ?? ''}`;
	const [, count = '0'] = /(\d+|One) other items? (?:was|were) applied before/.exec(words) ?? [];
	const applied = count === 'One' ? 1 : Number(count);
	const [, others = ''] = /outcome of items? ([\d, and]+) is unknown/.exec(words) ?? [];
	const unknown =
		(others.match(/\d+/g) ?? []).length + (/^Outcome unknown|may have been applied/.test(words) ? 1 : 0);
	const isTrue = applied <= paid && paid <= applied + unknown;
	return isTrue ? [] : [`${paid} were paid, and it says: ${words}`];
}

const shape = fc.record<Shape>(
	{
		status: fc.constantFrom(400, 404, 422, 422, 409, 413, 429, 403, 200, 207, 207, 500),
		applies: fc.constantFrom('none', 'good', 'untilBad'),
		lists: fc.tuple(
			fc.constantFrom('results', 'updates', 'data', 'succeeded'),
			fc.constantFrom('errors', 'errors', 'failed', 'results', 'updates'),
		),
		wrap: fc.constantFrom(undefined, undefined, 'data', 'error'),
		paid: fc.constantFrom('full', 'full', 'bare', 'text', 'null', 'message'),
		refused: fc.constantFrom('error', 'message', 'code', 'success', 'status', 'before', 'bare'),
		order: fc.constantFrom('same', 'reversed'),
		leavesOut: fc.constantFrom(0, 0, 1, 2, 3),
		contradicts: fc.constantFrom(undefined, undefined, 'applied', 'refused'),
		namesStranger: fc.boolean(),
		success: fc.constantFrom(undefined, true, false),
		isSilent: fc.constantFrom(false, false, false, true),
		dropsAfter: fc.constantFrom(false, false, false, false, false, true),
	},
	{ requiredKeys: ['status', 'applies', 'lists', 'paid', 'refused', 'order', 'leavesOut'] },
);

it('for any true response, nothing is paid twice, and every item reports its outcome', async () => {
	const counts = fc.integer({ min: 1, max: 8 });
	const setting = fc.record({
		endpoint: fc.constantFrom<Endpoint>('member', 'memberCredential'),
		count: counts,
		bad: fc.array(counts, { maxLength: 3 }),
		/** Items with the same member or credential as the first. */
		same: fc.array(counts, { maxLength: 2 }),
		shapes: fc.array(shape, { minLength: 1, maxLength: 3 }),
		stops: fc.boolean(),
		isTriedAgain: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(setting, async ({ endpoint, count, bad, same, shapes, stops, isTriedAgain }) => {
			await begin();
			const [first, ...others] = people(count);
			const input = [
				first!,
				...others.map((one, index) =>
					same.includes(index) ? { ...one, to: first!.to, value: first!.value } : one,
				),
			];
			payer.bad = new Set(bad);
			payer.shapes = [...shapes];
			const run = await pay(endpoint, input, {
				...(stops && { onError: undefined }),
				...(isTriedAgain && { maxTries: 3 }),
			});
			expect(untruthsOf(input, run, isTriedAgain)).toEqual([]);
		}),
		{ numRuns: sizeOf(150, 1_000) },
	);
});

describe('an answer to several entries', () => {
	const [applied, notApplied, unknown] = ['applied', 'notApplied', 'unknown'];
	const outcomesAt = async (endpoint: Endpoint, count: number, next: (entries: Row[]) => Reply) => {
		payer.next = next;
		const outcomes = outcomesOf(await pay(endpoint, people(count)));
		expect(payer.requests).toHaveLength(1);
		return outcomes;
	};
	const nameIn = (entries: Row[], endpoint: Endpoint) => (index: number, more: Row) => ({
		...nameOf(endpoint, entries[index]!),
		...more,
	});

	it.each([400, 422])(
		'of credentials taken in order up to one that is refused with %i leaves the rest unknown',
		async (status) => {
			const outcomes = await outcomesAt('memberCredential', 5, (entries) => {
				const row = nameIn(entries, 'memberCredential');
				return { status, body: { results: [row(0, { balance: 1 })], errors: [row(1, { error: 'no' })] } };
			});
			expect(outcomes).toEqual([applied, notApplied, unknown, unknown, unknown]);
		},
	);

	type NameIn = ReturnType<typeof nameIn>;
	const both = (row: NameIn) => [row(0, { newBalance: 1 }), row(1, { error: 'no' })];

	it.each<[string, (row: NameIn) => Row]>([
		['rows in updates', (row) => ({ updates: both(row) })],
		['rows in results', (row) => ({ results: both(row) })],
		['rows in the results of the error', (row) => ({ error: { message: 'no', results: both(row) } })],
		['a message among the results', (row) => ({ results: [row(0, { message: 'Done' })] })],
		['a balance as a short text', (row) => ({ results: [row(0, { newBalance: '5' })] })],
		['a result that names no entry of the request', () => ({ results: [{ index: 0, newBalance: 1 }] })],
		['a word as a result', () => ({ results: ['first'] })],
	])('of members that is a refusal with %s leaves all unknown', async (_what, bodyOf) => {
		const outcomes = await outcomesAt('member', 2, (entries) => ({
			status: 400,
			body: bodyOf(nameIn(entries, 'member')),
		}));
		expect(outcomes).toEqual([unknown, unknown]);
	});

	it.each<[Endpoint, number, string]>([
		['memberCredential', 400, 'errors'],
		['memberCredential', 207, 'errors'],
		['member', 207, 'failed'],
	])(
		'of %s with %i that names one as applied and in %s leaves that one unknown',
		async (endpoint, status, undone) => {
			const list = endpoint === 'member' ? 'updates' : 'results';
			const outcomes = await outcomesAt(endpoint, 2, (entries) => {
				const row = nameIn(entries, endpoint);
				const paid = entriesUpTo(2).map((index) => row(index, { balance: 1 }));
				return { status, body: { [list]: paid, [undone]: [row(0, { error: 'no' })] } };
			});
			expect(outcomes).toEqual([unknown, applied]);
		},
	);

	it('of one member twice, of which one was refused, leaves both unknown', async () => {
		const [first, second] = people(2);
		for (const status of [400, 207]) {
			await begin();
			payer.next = (entries) => {
				const row = nameIn(entries, 'member');
				return { status, body: { updates: [row(0, { newBalance: 1 }), row(1, { message: 'Limit' })] } };
			};
			const run = await pay('member', [first!, { ...second!, to: first!.to }]);
			expect(outcomesOf(run)).toEqual([unknown, unknown]);
		}
	});

	it('that is too long to be shown is still read', async () => {
		const outcomes = await outcomesAt('memberCredential', 2, (entries) => ({
			status: 400,
			body: { note: 'x'.repeat(200_000), results: [nameIn(entries, 'memberCredential')(0, { balance: 1 })] },
		}));
		expect(outcomes).toEqual([applied, unknown]);
	});

	it('with a balance that JavaScript rounds is a confirmation', async () => {
		const outcomes = await outcomesAt('memberCredential', 1, (entries) => {
			const { type, value } = entries[0]!;
			const body = `{"success":true,"results":[{"type":"${type as string}","value":"${value as string}","balance":9007199254740993}],"errors":[]}`;
			return { headers: { 'content-type': 'application/json' }, body };
		});
		expect(outcomes).toEqual([applied]);
	});

	it('with words nested too deep to be written down still has an outcome for each item', async () => {
		const outcomes = await outcomesAt('memberCredential', 2, (entries) => {
			const row = nameIn(entries, 'memberCredential');
			const results = [row(1, { balance: 1 })];
			const body = JSON.stringify({ results, errors: [row(0, { error: 'deep' })] });
			const deep = body.replace('"deep"', `${'['.repeat(20_000)}${']'.repeat(20_000)}`);
			return { status: 400, headers: { 'content-type': 'application/json' }, body: deep };
		});
		expect(outcomes).toEqual([notApplied, applied]);
	});
});

/** Two entries get this refusal once. All later requests are accepted. */
describe('a refusal', () => {
	const about = async (endpoint: Endpoint, status: number, bodyOf: (entries: Row[]) => Row) => {
		payer.next = (entries) => ({ status, headers: { 'retry-after': '0' }, body: bodyOf(entries) });
		const outcomes = outcomesOf(await pay(endpoint, people(2)));
		return [outcomes.join(' '), payer.requests.map(({ amounts }) => amounts.length).join()];
	};
	const isSentAgain = ['applied applied', '2,2'];
	const isHalved = ['applied applied', '2,1,1'];
	const isOfAll = ['notApplied notApplied', '2'];
	const isUnknown = ['unknown unknown', '2'];

	it.each<[number, string[], string[]]>([
		[400, isHalved, isUnknown],
		[401, isOfAll, isOfAll],
		[402, isUnknown, isUnknown],
		[403, isOfAll, isOfAll],
		[404, isHalved, isUnknown],
		[405, isOfAll, isOfAll],
		[409, isUnknown, isUnknown],
		[410, isUnknown, isUnknown],
		[413, isHalved, isHalved],
		[415, isOfAll, isOfAll],
		[422, isHalved, isUnknown],
		[429, isSentAgain, isSentAgain],
		[451, isUnknown, isUnknown],
	])(
		'with %i and no rows is sent again, is halved, is of all items, or leaves all unknown',
		async (status, member, credential) => {
			expect(await about('member', status, () => ({ error: 'no' }))).toEqual(member);
			await begin();
			expect(await about('memberCredential', status, () => ({ error: 'no' }))).toEqual(credential);
		},
	);

	it.each([400, 401, 403, 404, 405, 409, 413, 422, 429, 451])(
		'with %i and rows is sent once, and its rows count only for credentials',
		async (status) => {
			const bodyOf = (endpoint: Endpoint, list: string) => (entries: Row[]) => ({
				error: 'no',
				[list]: [{ ...nameOf(endpoint, entries[0]!), balance: 1 }],
				errors: [{ ...nameOf(endpoint, entries[1]!), error: 'no' }],
			});
			expect(await about('member', status, bodyOf('member', 'updates'))).toEqual(isUnknown);
			await begin();
			const credential = await about('memberCredential', status, bodyOf('memberCredential', 'results'));
			expect(credential).toEqual(['applied notApplied', '2']);
		},
	);

	it.each<[string, Row, string[]]>([
		[
			'the name of a field',
			{ error: 'no', details: { field: 'updates[1].serviceId', issue: 'no' } },
			isHalved,
		],
		['a map of fields', { error: 'no', details: { serviceId: 'no', amount: 'no' } }, isHalved],
		[
			'a list of words',
			{ message: 'no', errors: ['no', { path: 'x' }], requestId: 'x', data: null },
			isHalved,
		],
		['empty lists', { error: 'no', updates: [], data: {} }, isHalved],
		['a list of anything else', { error: 'no', updates: ['x'] }, isUnknown],
		['an object with more', { error: 'no', data: { updates: ['x'] } }, isUnknown],
		['more than words in its details', { error: 'no', details: { applied: ['x'] } }, isUnknown],
	])(
		'with %s is halved if it only says what is wrong, and otherwise leaves all unknown',
		async (_what, body, expected) => {
			expect(await about('member', 422, () => body)).toEqual(expected);
		},
	);

	const { to: serviceId } = people(1)[0]!;

	it.each([
		{ serviceId, newBalance: 1 },
		{ error: 'no', data: { serviceId, newBalance: 1 } },
	])('with a record of an applied entry leaves all unknown: %j', async (body) =>
		expect(await about('member', 422, () => body)).toEqual(isUnknown),
	);

	it.each([
		{ errors: [{ serviceId }] },
		{ error: 'no', serviceId, balance: 1 },
		{ error: 'no', details: { serviceId, balance: 1 } },
	])('that names the wrong entry is halved: %j', async (body) => {
		expect(await about('member', 422, () => body)).toEqual(isHalved);
	});
});

it('a refusal of one entry that names none of it was not applied', async () => {
	payer.next = () => ({ status: 400, body: { errors: [{ error: 'no' }] } });
	expect(outcomesOf(await pay('memberCredential', people(1)))).toEqual(['notApplied']);
});

it('the client waits after a rate limit that names no entry', async () => {
	for (const endpoint of ['member', 'memberCredential'] as const) {
		await begin();
		payer.next = () => ({
			status: 429,
			headers: { 'retry-after': '0' },
			body: { errors: [{ message: 'Slow down' }] },
		});
		expect(outcomesOf(await pay(endpoint, people(2)))).toEqual(['applied', 'applied']);
	}
});
