import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultRequest } from '../../../sandbox/faults/fault';
import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { transferToAda } from '../payouts';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const transfer = (changes: INodeParameters = {}) =>
	transferToAda(service, { currencyId: byId(service.ids.currencies.gems), ...changes });
const run = async (
	changes: INodeParameters = {},
	input: IDataObject[] = [{}],
	onError?: 'continueErrorOutput',
) => await runNode({ credential: service.credential(), parameters: transfer(changes), input, onError });

afterEach(() => expect(service.control.ledger().sum).toBe(0));

/** The number of movements by the service, regardless of its responses. */
const applied = () => service.requests.filter(({ acted }) => acted).length;

it('moves the amount and gives the transfer', async () => {
	const before = service.balance(service.ids.members.ada, service.ids.currencies.stars);
	const { items } = await run({ currencyId: byId(service.ids.currencies.stars) });
	expect(items).toEqual([
		{
			json: expect.objectContaining({
				senderId: service.ids.members.bonusPool,
				recipientId: service.ids.members.ada,
				currencyId: service.ids.currencies.stars,
			}),
			pairedItem: { item: 0 },
		},
	]);
	expect(service.balance(service.ids.members.ada, service.ids.currencies.stars)).toBe(before + 5);
	expect(service.control.ledger().sum).toBe(0);
});

it('moves the default currency when the field is left empty', async () => {
	const { items } = await run({ currencyId: byId('') });
	expect(items[0]?.json.currencyId).toBe(service.ids.currencies.stars);
	expect(service.requests[0]?.body).toEqual({ amount: 5, recipientId: service.ids.members.ada });
});

it.each<[string, INodeParameters, string]>([
	['an amount of 0', { amount: 0 }, '"Amount" must be above 0, but is 0'],
	['a negative amount', { amount: -5 }, '"Amount" must be above 0, but is -5'],
	['an endless amount', { amount: '={{ 1 / 0 }}' }, '"Amount" must be a finite number'],
	[
		'a malformed sender',
		{ serviceId: byId('not-an-id') },
		'"not-an-id" is not a member ID. If it is a username, set "By ID" to "By Username".',
	],
	['a malformed realm', { realmId: 'main' }, '"Realm ID" must be 24 hexadecimal digits, but is "main"'],
	['a resource by expression', { resource: '={{ "member" }}' }, '"Resource" cannot be an expression'],
	[
		'an operation by expression',
		{ operation: '={{ "transferBalance" }}' },
		'"Operation" cannot be an expression',
	],
])('refuses %s and sends nothing', async (_what, changes, message) => {
	const { error } = await run(changes);
	expect(error?.message).toContain(message);
	expect(service.requests).toEqual([]);
});

it('says that the balance does not suffice, in the words of the service', async () => {
	const { error } = await run({ amount: 1e9, currencyId: byId('') });
	expect(error?.httpCode).toBe('422');
	expect(error?.message).toMatch(/^The service rejected the values: /);
	expect(error?.description).toMatch(/requestedAmount: 1000000000/);
	expect(error?.description).toMatch(
		/^Nothing was changed in the service\. current.* Correct the values, then run it again\.$/,
	);
});

it.each([
	{ error: 'InsufficientBalance', message: 'Not enough' },
	{ error: 'Unprocessable Entity', message: 'INSUFFICIENT_BALANCE' },
])('says that the balance does not suffice, and the numbers, for %j', async (words) => {
	const details = { currentBalance: 5, requestedAmount: 50 };
	const body = { ...words, details };
	service.control.addFault({ operation: 'member.transferBalance', kind: 'status', status: 422, body });
	const { error } = await run({});
	expect(error?.description).toMatch(/does not cover the amount.*currentBalance: 5\. requestedAmount: 50\./);
});

it('goes on with the other items, and sends a failed one to the error output', async () => {
	const { items, errorItems } = await run(
		{ amount: '={{ $json.amount }}', currencyId: byId('') },
		[{ amount: 1 }, { amount: 0 }, { amount: 3 }],
		'continueErrorOutput',
	);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	expect(errorItems).toEqual([
		{
			json: {
				error: '"Amount" must be above 0, but is 0',
				details: { outcome: 'notApplied', advice: expect.stringContaining('Nothing was sent') },
				// n8n adds the input, so that a workflow can retry the item.
				amount: 0,
			},
			pairedItem: { item: 1 },
		},
	]);
});

it("ends the service's text without a period before its own text", async () => {
	const body = { error: 'Bad Gateway', message: 'Nobody is there.' };
	service.control.addFault({
		operation: 'member.transferBalance',
		kind: 'status',
		status: 502,
		body,
		times: 1,
	});
	expect((await run()).error?.message).toMatch(/^Outcome unknown: the .*: Nobody is there$/);
});

it('gives a workflow the outcome, the status and the response of a failed item', async () => {
	const fault = { operation: 'member.transferBalance', kind: 'status', times: 1 } as const;
	service.control.addFault({ ...fault, status: 502, when: 'after' });
	service.control.addFault({ ...fault, status: 403, body: { error: 'Forbidden', message: 'no' } });
	const { errorItems } = await run({ currencyId: byId('') }, [{}, {}], 'continueErrorOutput');
	expect(errorItems.map(({ json }) => json.details)).toEqual([
		expect.objectContaining({ outcome: 'unknown', status: 502, advice: expect.any(String) }),
		expect.objectContaining({
			outcome: 'notApplied',
			status: 403,
			answer: { error: 'Forbidden', message: 'no' },
		}),
	]);
	expect(JSON.stringify(errorItems)).not.toContain(service.keys.admin);
});

describe('when one of the items stops the run', () => {
	const stopped = async (more: INodeParameters = {}) => {
		// More than the sender has.
		const input = [{ amount: 1 }, { amount: 2 }, { amount: 1e9 }, { amount: 4 }];
		const changes = { amount: '={{ $json.amount }}', currencyId: byId(''), ...more };
		return (await run(changes, input)).error?.description;
	};

	it('says how many others were applied, and that a retry repeats them without protection', async () => {
		expect(await stopped({ repeatProtection: 'off' })).toMatch(
			/2 other items were applied before the run stopped\. A retry .* second time/,
		);
		expect(applied()).toBe(2);
	});

	it('counts none that its key left out', async () => {
		const keyed = { repeatProtection: 'key', idempotencyKey: '=left out {{ $json.amount }}' };
		await stopped(keyed);
		expect(await stopped(keyed)).not.toContain('applied before the run stopped');
		expect(applied()).toBe(2);
	});

	it('names every item of unknown outcome, whichever failed first', async () => {
		const operation = 'member.transferBalance';
		service.control.addFault({ operation, kind: 'status', status: 422, delay: 150, times: 1 });
		service.control.addFault({ operation, kind: 'status', status: 502, when: 'after', times: 1 });
		const { error } = await run({ currencyId: byId(''), options: { concurrency: 3, retries: 0 } }, [
			{},
			{},
			{},
		]);
		expect(error?.message).toContain('Outcome unknown: ');
		expect(error?.description).not.toContain('You can run it again');
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('names the others of unknown outcome below the first, in their order', async () => {
		const operation = 'member.transferBalance';
		for (const delay of [0, 150, 0])
			service.control.addFault({ operation, kind: 'status', status: 502, when: 'after', delay, times: 1 });
		const { error } = await run({ currencyId: byId(''), options: { concurrency: 3, retries: 0 } }, [
			{},
			{},
			{},
		]);
		expect(error?.context?.itemIndex).toBe(0);
		expect(error?.description).toContain('The outcome of items 1 and 2 is unknown too');
	});

	it('sends nothing at all where that one is wrong, though it is the last', async () => {
		const { error } = await run({ amount: '={{ $json.amount }}' }, [{ amount: 1 }, { amount: 2 }, {}]);
		expect(error?.message).toBe('"Amount" is an expression that returned no value for this item');
		expect(error?.context?.itemIndex).toBe(2);
		expect(service.requests).toEqual([]);
	});

	it('says that a retry leaves them out when the items have keys', async () => {
		const description = await stopped({
			repeatProtection: 'key',
			idempotencyKey: '=payout {{ $json.amount }}',
		});
		expect(description).toContain(
			'2 other items were applied before the run stopped. A retry of this execution skips them. To keep the results',
		);
	});
});

it.each<[string, Partial<FaultRequest>]>([
	['429 with Retry-After', { kind: 'rateLimit', retryAfter: 0 }],
	['429 without headers', { kind: 'rateLimit' }],
])('a refusal before the service acts, %s: sends it again and pays once', async (_what, fault) => {
	service.control.addFault({ operation: 'member.transferBalance', times: 2, ...fault } as FaultRequest);
	const { items } = await run({ currencyId: byId('') });
	expect(items).toHaveLength(1);
	expect(applied()).toBe(1);
	expect(service.requests).toHaveLength(3);
});

it.each<[string, Partial<FaultRequest>]>([
	['500 after acting', { kind: 'status', status: 500, when: 'after' }],
	['a connection dropped before acting', { kind: 'drop' }],
	['a connection dropped after acting', { kind: 'drop', when: 'after' }],
	['a broken answer', { kind: 'truncate' }],
	['an answer cut off', { kind: 'cut' }],
	['a web page', { kind: 'html' }],
])('an unknown outcome, %s: sends it once and says so', async (_what, fault) => {
	service.control.addFault({ operation: 'member.transferBalance', ...fault } as FaultRequest);
	const { items, error } = await run({ currencyId: byId('') });
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^Outcome unknown: /);
	expect(error?.description).toMatch(
		/^Look for a transfer of 5 .* in the service before you run it again\. If it is there, use .*Confirm/,
	);
	expect(service.requests).toHaveLength(1);
	expect(applied()).toBeLessThanOrEqual(1);
});

it('sends it again when no connection could be made, and says that nothing was changed', async () => {
	const credential = service.credential({ baseUrl: 'http://127.0.0.1:9' });
	const { error } = await runNode({ credential, parameters: transfer() });
	expect(error?.message).toBe('Could not connect to the service at http://127.0.0.1:9');
	expect(error?.description).toMatch(/Nothing was changed in the service/);
});
