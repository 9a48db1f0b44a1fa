import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { credentialHolder } from '../../../sandbox/base/ledger';
import type { FaultRequest } from '../../../sandbox/faults/fault';
import { until } from '../../harness/process/wait';
import { byId } from '../../harness/workflows/nodes';
import { runNode, runTool, type RunOptions } from '../engine';
import { Processes } from '../processes';
import { NODE, START } from '../nodeTypes';
import { processedValues, store } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';
import { watchedNode } from '../changedNode';

const service = useService();
withoutPauses();
afterEach(() => delete store.wait);
const OPERATION = 'member.updateBalances';
const STRANGER = 'f'.repeat(24);

interface Award extends IDataObject {
	to: string;
	amount: number;
}

const awarding = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'updateBalances',
	serviceId: byId('={{ $json.to }}'),
	currencyId: byId(service.ids.currencies.stars),
	amount: '={{ $json.amount }}',
	...changes,
});

const award = async (input: IDataObject[], changes: INodeParameters = {}, more: Partial<RunOptions> = {}) =>
	await runNode({
		credential: service.credential(),
		parameters: awarding(changes),
		input,
		onError: 'continueErrorOutput',
		...more,
	});

/** This many awards of different amounts, to three members in turn. `wrong` lists those that the service refuses. */
const awards = (count: number, ...wrong: number[]): Award[] => {
	const { ada, bruno, chen } = service.ids.members;
	return Array.from({ length: count }, (_, index) => ({
		to: wrong.includes(index) ? STRANGER : [ada, bruno, chen][index % 3]!,
		amount: index + 1,
	}));
};

/** This many awards of different amounts. At these places the member is unknown, each time another one. */
const strangersAt = (places: number[], count: number): Award[] =>
	awards(count).map((one, index) =>
		places.includes(index) ? { ...one, to: index.toString(16).padStart(24, 'f') } : one,
	);

const stars = (member: string) => service.balance(member, service.ids.currencies.stars);
/** The requests that change data. */
const changes = () => service.requests.filter(({ body }) => (body as IDataObject | undefined)?.updates);
const entries = () => changes().map(({ body }) => (body as { updates: Award[] }).updates.length);
/** The applied amounts, in order. */
const applied = () =>
	changes()
		.filter(({ acted }) => acted)
		.flatMap(({ body }) => (body as { updates: Award[] }).updates.map(({ amount }) => amount));
const indexes = (items: Array<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const details = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => json.details as Record<string, unknown>);
const fail = (fault: Partial<FaultRequest>) =>
	service.control.addFault({ operation: OPERATION, kind: 'status', times: 1, ...fault });

let before: Map<string, number>;
beforeEach(() => {
	before = new Map(Object.values(service.ids.members).map((member) => [member, stars(member)]));
});
afterEach(() => expect(service.control.ledger().sum).toBe(0));

/** The total gain of the members, to compare with the sum of the amounts. */
const gained = () => [...before].reduce((sum, [member, was]) => sum + stars(member) - was, 0);
const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

describe('items of a run', () => {
	it('go out in one request, and each has its own row of the answer', async () => {
		const input = awards(100);
		const { items, errorItems } = await award(input);
		expect(entries()).toEqual([100]);
		expect(errorItems).toEqual([]);
		expect(indexes(items)).toEqual(upTo(100));
		const balances = new Map(before);
		for (const [index, { json }] of items.entries()) {
			const { to, amount } = input[index]!;
			balances.set(to, balances.get(to)! + amount);
			expect(json).toEqual({
				serviceId: to,
				amount,
				previousBalance: balances.get(to)! - amount,
				balance: balances.get(to)! - amount,
				currencyId: service.ids.currencies.stars,
				newBalance: balances.get(to)!,
			});
		}
		expect(gained()).toBe(sumOf(input.map(({ amount }) => amount)));
	});

	it.each([0, 101, 1.5])('are refused with a batch size of %d', async (batchSize) => {
		const { errorItems } = await award(awards(1), { options: { batchSize } });
		expect(errorItems[0]?.json.error).toMatch(/"Batch Size" must be a whole number from 1 to 100/);
		expect(service.requests).toEqual([]);
	});

	it('of two realms have requests of their own, whatever their order', async () => {
		const { other } = realms();
		const member = [...service.state.realms.get(other)!.members.keys()][0];
		const input = upTo(6).map((index) => ({
			realm: index % 2 === 0 ? service.realmId : other,
			to: index % 2 === 0 ? service.ids.members.ada : member,
			amount: 1,
		}));
		const { items, errorItems } = await award(input, {
			realmId: '={{ $json.realm }}',
			currencyId: byId(''),
		});
		// The key belongs to the first realm, so the second refuses it. Each item reports its own request.
		expect(details(errorItems).map(({ status, request }) => [status, request])).toEqual(
			[1, 3, 5].map(() => [403, { number: 2, items: 3 }]),
		);
		expect(service.requests.map(({ path }) => path.split('/')[4])).toEqual([service.realmId, other]);
		expect(indexes(items)).toEqual([0, 2, 4]);
		expect(indexes(errorItems)).toEqual([1, 3, 5]);
	});

	it('with different initiators do not share a request, and keep the order of a member', async () => {
		const { ada, bruno, chen, dalia } = service.ids.members;
		const input = [
			{ to: ada, amount: 1, by: chen },
			{ to: bruno, amount: 2, by: dalia },
			{ to: ada, amount: 3, by: dalia },
		];
		const { items } = await award(input, { additionalFields: { initiatorId: '={{ $json.by }}' } });
		expect(applied()).toEqual([1, 2, 3]);
		expect(items).toHaveLength(3);
		expect(service.requests.map(({ body }) => (body as IDataObject).initiatorId)).toEqual([
			chen,
			dalia,
			dalia,
		]);
	});

	it('can award and deduct, and refuse 0 and fractions', async () => {
		const { ada } = service.ids.members;
		const { items, errorItems } = await award([3, -2, 0, 1.5].map((amount) => ({ to: ada, amount })));
		expect(indexes(items)).toEqual([0, 1]);
		expect(errorItems.map(({ json }) => json.error)).toEqual(
			['0', '1.5'].map((amount) => `"Amount" must be a whole number other than 0, but is ${amount}`),
		);
		expect(gained()).toBe(1);
	});
});

function realms() {
	const [other] = [...service.state.realms.keys()].filter((id) => id !== service.realmId);
	return { other: other! };
}

describe('when the service refuses', () => {
	it.each([1, 5, 50])(
		'%d of a hundred, only those fail, each alone, and all others are applied',
		async (count) => {
			const wrong = upTo(count).map((index) => (100 / count) * index);
			const { items, errorItems } = await award(strangersAt(wrong, 100));
			expect(indexes(errorItems)).toEqual(wrong);
			expect(indexes(items)).toEqual(upTo(100).filter((index) => !wrong.includes(index)));
			for (const { outcome, status, request } of details(errorItems)) {
				expect({ outcome, status }).toEqual({ outcome: 'notApplied', status: 404 });
				expect((request as IDataObject).items).toBe(1);
			}
			expect(service.requests.length).toBe(changes().length);
			expect(changes().length).toBeLessThanOrEqual(Math.min(1 + count * 14, 199));
		},
	);

	it('a currency that all items share, a run that an error stops ends after a few requests', async () => {
		const currencyId = byId('f'.repeat(24));
		const { error } = await award(awards(250), { currencyId }, { onError: undefined });
		expect(error?.message).toMatch(/not find|not found|does not exist/);
		expect(entries()).toEqual([100, 50, 25, 13, 7, 4, 2, 1]);
	});

	it('with a web page, the request is not split, and no member of several is named', async () => {
		fail({ status: 404, times: 100, body: '<html>Not Found</html>' });
		const { errorItems } = await award(awards(10));
		expect(details(errorItems).map(({ outcome }) => outcome)).toEqual(upTo(10).map(() => 'notApplied'));
		expect(entries()).toEqual([10]);
		const alone = await award(awards(1));
		const isNamed = ({ advice }: Record<string, unknown>) => String(advice).includes(service.ids.members.ada);
		expect([...details(alone.errorItems), ...details(errorItems)].map(isNamed)).toEqual([
			true,
			...upTo(10).map(() => false),
		]);
	});

	it('nothing, because the address of the credential is wrong, no request is named', async () => {
		const credential = { ...service.credential(), baseUrl: 'ftp://service.example' };
		const { errorItems } = await award(awards(2), {}, { credential });
		for (const told of details(errorItems)) {
			expect(told).toMatchObject({ outcome: 'notApplied' });
			expect(told).not.toHaveProperty('request');
			expect(told.advice).toMatch(/Nothing was sent\.$/);
		}
		expect(errorItems).toHaveLength(2);
	});

	it('even one item for its size, that one was not applied', async () => {
		fail({ status: 413, times: 9 });
		const { errorItems } = await award(awards(2));
		expect(details(errorItems).map(({ outcome }) => outcome)).toEqual(['notApplied', 'notApplied']);
		expect(entries()).toEqual([2, 1, 1]);
	});

	it('an item in a run that an error stops, nothing after it is sent', async () => {
		const { error } = await award(awards(20, 3), {}, { onError: undefined });
		expect(error?.description).toContain('3 other items were applied before the run stopped.');
		expect(applied()).toEqual([1, 2, 3]);
	});
});

describe('when the outcome is unknown', () => {
	it.each<[string, Partial<FaultRequest>]>([
		['a 502 after the change', { status: 502, when: 'after' }],
		['an answer cut short', { kind: 'cut' }],
		['an answer that confirms nothing', { status: 200, body: { success: true } }],
	])(
		'after %s, it is unknown for all that shared the request, and nothing is sent again',
		async (_, fault) => {
			fail(fault);
			const { items, errorItems } = await award(awards(150));
			expect(entries()).toEqual([100, 50]);
			expect(indexes(errorItems)).toEqual(upTo(100));
			expect(indexes(items)).toEqual(upTo(150).slice(100));
			for (const { outcome, request, advice } of details(errorItems)) {
				expect({ outcome, request }).toEqual({ outcome: 'unknown', request: { number: 1, items: 100 } });
				expect(advice).toContain('It shared request 1 of this run with 99 other items.');
			}
		},
	);

	it('of one half, the other half is still sent', async () => {
		// The whole request is refused. Its first half breaks off after it was applied.
		fail({ kind: 'delay', delay: 1 });
		fail({ status: 502, when: 'after' });
		const { items, errorItems } = await award([
			...awards(7),
			{ to: service.ids.members.bonusPool, amount: -1e9 },
		]);
		expect(details(errorItems).map(({ outcome }) => outcome)).toEqual([
			...upTo(4).map(() => 'unknown'),
			'notApplied',
		]);
		expect(indexes(items)).toEqual([4, 5, 6]);
		expect(applied()).toEqual([1, 2, 3, 4, 5, 6, 7]);
	});
});

describe('when the limit is reached', () => {
	it('for too long, none of the request was applied and it is not split', async () => {
		fail({ kind: 'rateLimit', times: 100 });
		const { errorItems } = await award(awards(10), { options: { retries: 1 } });
		expect(details(errorItems).map(({ outcome }) => outcome)).toEqual(upTo(10).map(() => 'notApplied'));
		expect(entries()).toEqual([10, 10]);
	});
});

describe('with keys', () => {
	const keyed = { repeatProtection: 'key', idempotencyKey: '={{ $json.key }}' };
	const withKeys = (input: Award[], name = 'order') =>
		input.map((one, index) => ({ ...one, key: `${name} ${index}` }));

	it('leaves out items that an earlier run paid, whatever request they shared', async () => {
		await award(withKeys(awards(3)), keyed);
		const { items } = await award(withKeys(awards(5)), keyed);
		expect(entries()).toEqual([3, 2]);
		expect(items.map(({ json }) => json.skipped ?? false)).toEqual([true, true, true, false, false]);
		expect(indexes(items)).toEqual(upTo(5));
	});

	it('frees those that were refused, and keeps those that may have been applied', async () => {
		const { errorItems } = await award(withKeys(awards(4, 1), 'free'), keyed);
		expect(indexes(errorItems)).toEqual([1]);
		const again = await award(withKeys(awards(4), 'free'), keyed);
		expect(again.items.map(({ json }) => json.skipped ?? false)).toEqual([true, false, true, true]);
		fail({ status: 502, when: 'after' });
		await award(withKeys(awards(2), 'kept'), keyed);
		const later = await award(withKeys(awards(2), 'kept'), keyed);
		expect(details(later.errorItems).map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
		expect(service.requests.at(-1)?.acted).toBe(true);
	});

	it('from an event belong to single items, so a repeated event awards no member twice', async () => {
		const input = awards(3).map((one) => ({ eventId: 'event 1', ...one }));
		await award(input, {}, { isTriggered: true });
		const again = await award(
			[...input, { eventId: 'event 1', ...awards(4)[3]! }],
			{},
			{ isTriggered: true },
		);
		expect(again.items.map(({ json }) => json.skipped ?? false)).toEqual([true, true, true, false]);
		expect(entries()).toEqual([3, 1]);
	});

	it('keeps the order of a member of whom an item waits behind its key', async () => {
		const { ada, bruno } = service.ids.members;
		const input = [
			{ to: ada, amount: 1, key: 'one' },
			{ to: ada, amount: 1, key: 'one' },
			{ to: bruno, amount: 5, key: 'two' },
			{ to: ada, amount: 7, key: 'three' },
		];
		// The first one is refused, so the second is sent with the key, together with those after it.
		fail({ status: 422, times: 1, body: { error: 'no' } });
		fail({ status: 422, times: 1, body: { error: 'no' } });
		const { items } = await award(input, keyed);
		expect(indexes(items)).toEqual([1, 2, 3]);
		expect(applied()).toEqual([1, 5, 7]);
		expect(entries()[0]).toBe(1);
	});

	it('sends two items under one key once, and does not wait for itself', async () => {
		const [first, second] = awards(2) as [Award, Award];
		const input = [first, second, first].map((one) => ({ ...one, key: `same ${one.amount}` }));
		const { items } = await award(input, keyed);
		expect(items.map(({ json }) => json.skipped ?? false)).toEqual([false, false, true]);
		expect(entries()).toEqual([2]);
	});
});

it('a killed process leaves the keys of one request open, and the next execution sends all others', async () => {
	processedValues.clear();
	service.control.addFault({ operation: OPERATION, kind: 'timeout', times: 1 });
	const pay = {
		type: NODE,
		parameters: awarding({
			...{ repeatProtection: 'key', idempotencyKey: '={{ $json.amount }}' },
			options: { retries: 0, concurrency: 5 },
		}),
		onError: 'continueErrorOutput',
	} as const;
	const graph = {
		credential: service.credential(),
		nodes: { Start: { type: START }, Pay: pay },
		connections: { Start: [['Pay']] },
		input: awards(250),
	};
	const n8n = new Processes('bulk');
	await n8n.killed(graph, async () => await until('a request', () => changes().length === 1));
	const values = [...processedValues.values()].flat();
	expect(values.filter((value) => value.endsWith('\u0000open'))).toHaveLength(100);
	const { of } = await n8n.started(graph);
	expect(entries()).toEqual([100, 100, 50]);
	expect(of('Pay').items.map(({ json }) => json.amount)).toEqual(
		awards(250)
			.slice(100)
			.map(({ amount }) => amount),
	);
	const open = of('Pay').errorItems.map(({ json }) => [json.amount, (json.details as IDataObject).outcome]);
	expect(open).toEqual(awards(100).map(({ amount }) => [amount, 'unknown']));
});

describe('with options for money', () => {
	it('refuses an item above the highest amount before anything is sent, and sends the others', async () => {
		const { errorItems } = await award(awards(5), { options: { maximumAmount: 3 } });
		expect(indexes(errorItems)).toEqual([3, 4]);
		expect(applied()).toEqual([1, 2, 3]);
	});

	it('sends nothing where the run would pass the highest total', async () => {
		const { errorItems } = await award(awards(5), { options: { maximumTotal: 14 } });
		expect(errorItems).toHaveLength(5);
		expect(service.requests).toEqual([]);
	});

	it('shows in a dry run each entry and the request that it would share', async () => {
		const { items } = await award(awards(5), { options: { dryRun: true, batchSize: 3 } });
		expect(items.map(({ json }) => json.request)).toMatchObject(
			[1, 1, 1, 2, 2].map((number) => ({ number, items: number === 1 ? 3 : 2 })),
		);
		const [serviceId, currencyId] = [service.ids.members.bruno, service.ids.currencies.stars];
		expect(items[1]?.json).toEqual({
			serviceId,
			amount: 2,
			dryRun: true,
			request: {
				number: 1,
				items: 3,
				method: 'PATCH',
				path: `/api/v1/realms/${service.realmId}/members/transaction`,
				body: { updates: [{ serviceId, currencyId, amount: 2 }] },
			},
			idempotencyKey: expect.any(String),
		});
		expect(service.requests).toEqual([]);
	});
});

it('is one entry when an AI agent sends it, and the agent gets its outcome', async () => {
	const { ada } = service.ids.members;
	const before = stars(ada);
	const call = async (to: string) => {
		const credential = service.credential();
		const { items } = await runTool({ credential, parameters: awarding(), input: [{ to, amount: 3 }] });
		return items[0]?.json;
	};
	expect(await call(ada)).toMatchObject({ serviceId: ada, newBalance: before + 3 });
	expect(await call(STRANGER)).toMatchObject({ details: { outcome: 'notApplied', status: 404 } });
	expect(entries()).toEqual([1, 1]);
});

it('sends nothing more once it is cancelled while a refused request is parted', async () => {
	const controller = new AbortController();
	const { bonusPool } = service.ids.members;
	const input = [...awards(99), { to: bonusPool, amount: -1e9 }, ...awards(100)];
	fail({ kind: 'delay', delay: 1 });
	fail({ kind: 'delay', delay: 300 });
	const { nodeType, ended } = watchedNode();
	const running = award(input, {}, { signal: controller.signal, nodeType });
	await until('the second request', () => changes().length === 2);
	controller.abort();
	await Promise.all([running, ended]);
	expect(entries()).toEqual([100, 50]);
});

describe('credentials', () => {
	const holding = (...values: string[]) => {
		for (const value of values) {
			service.state.realms.get(service.realmId)!.credentials.set(value, {
				id: value,
				format: 'email',
				publicIdentifier: `${value}@members.example`,
				isVerified: false,
				metadata: null,
				createdAt: new Date().toISOString(),
			});
		}
		return values.map((value) => `${value}@members.example`);
	};
	const credentials = (): INodeParameters => ({
		resource: 'memberCredential',
		operation: 'updateBalances',
		type: 'email',
		value: '={{ $json.to }}',
		realmPointId: byId(service.ids.currencies.stars),
	});
	const held = (value: string) => stars(credentialHolder(value));

	it('that the service refuses fail by themselves, with its words, and the others are applied', async () => {
		const [one, two] = holding('one', 'two');
		const input = [one!, 'nobody@members.example', two!].map((to, index) => ({ to, amount: index + 1 }));
		const { items, errorItems } = await award(input, credentials());
		expect(entries()).toEqual([3]);
		expect(items.map(({ json, pairedItem }) => [json.value, json.balance, pairedItem])).toEqual([
			[one, 1, { item: 0 }],
			[two, 3, { item: 2 }],
		]);
		expect(errorItems[0]?.json).toMatchObject({
			error: 'The service rejected this entry: There is no such credential.',
			details: { outcome: 'notApplied', request: { number: 1, items: 3 } },
		});
	});

	it('that come twice are sent one after another, because the response could not tell them apart', async () => {
		const [one, two] = holding('one', 'two');
		const input = [one!, two!, one!.toUpperCase(), two!].map((to, index) => ({
			to,
			amount: [5, 7, -6, 1][index],
		}));
		const { items, errorItems } = await award(input, credentials());
		expect(entries()).toEqual([2, 2]);
		expect(indexes(items)).toEqual([0, 1, 3]);
		expect(details(errorItems)).toEqual([expect.objectContaining({ outcome: 'notApplied' })]);
		expect(errorItems[0]?.json.error).toContain('does not hold that much');
		expect([held('one'), held('two')]).toEqual([5, 8]);
	});

	it('that stop the run are its error, also if an item before them then stays unsent', async () => {
		const [one, two, three] = holding('one', 'two', 'three');
		const answer = (body: object, remaining: number) =>
			service.control.addFault({
				operation: 'memberCredential.updateBalances',
				kind: 'status',
				status: 200,
				body: { success: true, results: [], errors: [], ...body },
				headers: {
					'x-ratelimit-limit': '9',
					'x-ratelimit-remaining': String(remaining),
					'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 4),
				},
				times: 1,
			});
		answer({ errors: [{ type: 'email', value: two, error: 'no' }] }, 1);
		await award([{ to: two, amount: 1 }], credentials());
		const paid = { type: 'email', value: one, realmPointId: service.ids.currencies.stars, balance: 1 };
		answer({ results: [paid], errors: [{ type: 'email', value: three, error: 'no' }] }, 0);
		const input = [one, two, three].map((to, index) => ({ to, amount: 1, retries: index % 2 }));
		const options = { concurrency: 2, retries: '={{ $json.retries }}' };
		const { error } = await award(input, { ...credentials(), options }, { onError: undefined });
		expect(entries()).toEqual([1, 2]);
		expect(error?.context?.itemIndex).toBe(2);
		expect(error?.message).toContain('The service rejected this entry');
	});

	it('that are refused for a low balance say what to do', async () => {
		const [one] = holding('one');
		const error = 'InsufficientBalance';
		service.control.addFault({
			operation: 'memberCredential.updateBalances',
			kind: 'status',
			status: 200,
			body: { success: true, results: [], errors: [{ type: 'email', value: one, error }] },
			times: 1,
		});
		const { errorItems } = await award([{ to: one, amount: -1 }], credentials());
		const [told] = details(errorItems);
		expect(told?.outcome).toBe('notApplied');
		expect(told?.advice).toMatch(/^Nothing was changed in the service\. \S/);
	});
});
