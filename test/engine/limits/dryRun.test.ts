import type { INodeParameters } from 'n8n-workflow';

import { runGraph, runNode, type RunOptions } from '../engine';
import { NODE, SPLIT, TRIGGER } from '../nodeTypes';
import { transferToAda } from '../payouts';
import { processedValues, store } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const run = async (parameters: INodeParameters, rest: Partial<RunOptions> = {}) =>
	await runNode({ credential: service.credential(), parameters, ...rest });
const transfer = (options: INodeParameters, more: INodeParameters = {}) =>
	transferToAda(service, { amount: '={{ $json.amount ?? 5 }}', options, ...more });
const DRY = { dryRun: true };

it('gives the request that would be sent, and sends and records nothing', async () => {
	const { items, error } = await run(transfer(DRY, { repeatProtection: 'key', idempotencyKey: 'order 17' }));
	expect(error).toBeUndefined();
	expect(items).toEqual([
		{
			json: {
				serviceId: service.ids.members.bonusPool,
				recipientId: service.ids.members.ada,
				amount: 5,
				dryRun: true,
				request: {
					method: 'PATCH',
					path: `/api/v1/realms/${service.realmId}/members/${service.ids.members.bonusPool}/transfer`,
					body: { recipientId: service.ids.members.ada, amount: 5 },
				},
				idempotencyKey: expect.stringMatching(/^order 17@/) as unknown,
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(service.requests).toEqual([]);
	expect([...processedValues.values()].flat()).toEqual([]);
	const paid = await run(transfer({}, { repeatProtection: 'key', idempotencyKey: 'order 17' }));
	expect(paid.items[0]?.json).toHaveProperty('senderId');
});

it('returns exactly the request that is sent without it', async () => {
	const dry = await run(transfer(DRY));
	await run(transfer({}));
	const [sent] = service.requests;
	const { method, path, body } = sent!;
	expect(dry.items[0]?.json.request).toEqual({ method, path, body });
});

describe('the fields of an item, in their order', () => {
	const email = (value: string) => ({ __rl: true, mode: 'email', value }) as unknown as INodeParameters;
	const fieldsOf = async (parameters: INodeParameters) => {
		const { items } = await run({ ...parameters, options: DRY });
		return Object.keys(items[0]?.json ?? {});
	};

	it('of an award start with the name, the email and the amount', async () => {
		const award = {
			...transfer({}),
			operation: 'updateBalance',
			serviceId: email('ada@members.example'),
		};
		const fields = ['name', 'email', 'amount', 'serviceId', 'dryRun', 'request', 'idempotencyKey'];
		expect(await fieldsOf(award)).toEqual(fields);
		expect(await fieldsOf({ ...award, operation: 'updateBalances' })).toEqual(fields);
		expect(await fieldsOf({ ...award, repeatProtection: 'off' })).toEqual(fields.slice(0, -1));
	});

	it('of a transfer start with the member who pays, and then have both IDs', async () => {
		const parameters = {
			serviceId: email('ada@members.example'),
			recipientId: email('bruno@members.example'),
		};
		const { items } = await run(transfer(DRY, parameters));
		expect(Object.entries(items[0]!.json).slice(0, 5)).toEqual([
			['name', 'Ada Lindqvist'],
			['email', 'ada@members.example'],
			['amount', 5],
			['serviceId', service.ids.members.ada],
			['recipientId', service.ids.members.bruno],
		]);
	});

	it('of a person who has not joined begin with what names the person', async () => {
		const who = { type: 'custom', value: 'customer-99', source: 'shop' };
		const parameters = { resource: 'memberCredential', operation: 'updateBalance', ...who, amount: 5 };
		const fields = ['type', 'value', 'source', 'amount', 'dryRun', 'request', 'idempotencyKey'];
		expect(await fieldsOf(parameters)).toEqual(fields);
	});

	it('of a request are its method, path, query and body, as far as it has them', async () => {
		const send = { resource: 'request', operation: 'send', method: 'POST', path: '/api/v1/x' };
		const { items } = await run({ ...send, body: '{"b":[2]}', query: '{"a":"1"}', options: DRY });
		expect(Object.entries(items[0]!.json.request as object)).toEqual([
			['method', 'POST'],
			['path', '/api/v1/x'],
			['query', { a: '1' }],
			['body', { b: [2] }],
		]);
		expect((await run(transfer(DRY))).items[0]!.json.request).not.toHaveProperty('query');
	});
});

it('shows one item of a list that is wrong as refused, and the others as they would be sent', async () => {
	const { items, errorItems } = await run(transfer(DRY), {
		input: [{ amount: 1 }, { amount: -1 }, { amount: 2 }],
		onError: 'continueErrorOutput',
	});
	expect(items.map(({ json, pairedItem }) => [json.amount, pairedItem])).toEqual([
		[1, { item: 0 }],
		[2, { item: 2 }],
	]);
	expect(errorItems).toMatchObject([
		{ json: { details: { outcome: 'notApplied' } }, pairedItem: { item: 1 } },
	]);
	expect(service.requests).toEqual([]);
});

it('is checked against the limits, and counts towards them', async () => {
	const input = [{ amount: 5 }, { amount: 6 }];
	const amount = await run(transfer({ ...DRY, maximumAmount: 5 }), { input });
	expect(amount.error?.message).toMatch(/"Maximum Amount per Item" \(5\)$/);
	const total = await run(transfer({ ...DRY, maximumTotal: 10 }), { input });
	expect(total.error?.message).toMatch(/11 of/);
	expect((await run(transfer({ ...DRY, maximumTotal: 11 }), { input })).items).toHaveLength(2);
});

it('shows neither the key nor the secret of a webhook', async () => {
	const { items } = await run({
		resource: 'webhook',
		operation: 'create',
		url: 'https://example.com/hook',
		events: ['member.points.awarded'],
		additionalFields: { secret: 'a secret of the receiver' },
		options: DRY,
	});
	expect(items[0]?.json).toMatchObject({
		dryRun: true,
		request: { body: { url: 'https://example.com/hook', secret: '[hidden]' } },
	});
	expect(JSON.stringify(items)).not.toContain(service.keys.admin);
	expect(service.requests).toEqual([]);
});

it('says what is wrong with the address of the credential, as a request would', async () => {
	const { error } = await run(transfer(DRY), { credential: service.credential({ baseUrl: 'no address' }) });
	const sent = await run(transfer({}), { credential: service.credential({ baseUrl: 'no address' }) });
	expect(error?.message).toBe(sent.error?.message);
	expect(error?.message).toBeDefined();
});

it('takes the words of a switch as an expression gives them', async () => {
	const { items } = await run(transfer({ dryRun: '={{ "true" }}' }));
	expect(items[0]?.json).toHaveProperty('dryRun', true);
	expect(service.requests).toEqual([]);
});

describe('under a key', () => {
	const KEYED = { repeatProtection: 'key', idempotencyKey: '={{ $json.order ?? "order 17" }}' };
	const stored = () => [...processedValues.values()].flat();

	it('shows the key and claims nothing, whatever was sent with it before', async () => {
		await run(transfer({}, KEYED));
		service.control.addFault({
			operation: 'member.transferBalance',
			kind: 'status',
			status: 502,
			when: 'after',
			times: 1,
		});
		await run(transfer({}, { ...KEYED, idempotencyKey: 'unknown' }));
		const [before, sent] = [stored(), service.requests.length];
		for (const more of [{}, { amount: 6 }, { idempotencyKey: 'unknown' }, { idempotencyKey: 'new' }]) {
			const { items, error } = await run(transfer(DRY, { ...KEYED, ...more }), { input: [{}, {}] });
			expect(error).toBeUndefined();
			const key = more.idempotencyKey ?? 'order 17';
			for (const { json } of items)
				expect(Object.entries(json)).toEqual([
					['serviceId', service.ids.members.bonusPool],
					['recipientId', service.ids.members.ada],
					['amount', more.amount ?? 5],
					['dryRun', true],
					['request', expect.objectContaining({ method: 'PATCH' })],
					['idempotencyKey', expect.stringContaining(`${key}@`)],
				]);
			expect(items).toHaveLength(2);
		}
		expect(stored()).toEqual(before);
		expect(service.requests).toHaveLength(sent);
	});

	it('leaves no key behind, also if the store fails meanwhile', async () => {
		store.failure = new Error('the database is locked');
		const { items } = await run(transfer(DRY, KEYED)).finally(() => delete store.failure);
		expect(items).toHaveLength(1);
		expect((await run(transfer({}, KEYED))).items[0]?.json).toHaveProperty('senderId');
	});
});

describe('before payments of an event that are equal', () => {
	const paid = () => service.requests.filter(({ method }) => method === 'PATCH').length;
	/** A delivery of the event, of which each entry is a payment. */
	const deliver = async (...list: Array<{ isDry: boolean }>) => {
		const { of } = await runGraph({
			credential: service.credential(),
			nodes: {
				Start: { type: TRIGGER },
				Split: { type: SPLIT },
				Pay: { type: NODE, parameters: transfer({ dryRun: '={{ $json.isDry }}' }) },
			},
			connections: { Start: [['Split']], Split: [['Pay']] },
			input: [{ list, eventId: 'e1', type: 'quest.completed' }],
			mode: 'trigger',
		});
		return of('Pay').items.map(({ json }) => json);
	};
	const [shown, sent] = [{ isDry: true }, { isDry: false }];

	it('takes no number from an equal one in the same run', async () => {
		await deliver(shown, sent);
		expect(paid()).toBe(1);
		expect(await deliver(sent)).toMatchObject([{ skipped: true }]);
		expect(paid()).toBe(1);
	});

	it('shows the keys that they would have', async () => {
		const keys = (await deliver(shown, shown)).map(({ idempotencyKey }) => idempotencyKey);
		expect(new Set(keys).size).toBe(2);
		await deliver(sent, sent);
		expect(paid()).toBe(2);
		// The next delivery is skipped, and names the keys of the one before.
		const skipped = await deliver(sent, sent);
		expect(skipped.map(({ idempotencyKey }) => idempotencyKey)).toEqual(keys);
	});
});

it('with Retry On Fail shows all items after a try that failed, and moves nothing', async () => {
	service.control.addFault({ operation: 'member.search', kind: 'status', status: 503, times: 1 });
	const email = { __rl: true, mode: 'email', value: 'ada@members.example' } as unknown as INodeParameters;
	const { items, error } = await run(transfer({ ...DRY, retries: 0 }, { recipientId: email }), {
		input: [{ amount: 5 }, { amount: 6 }],
		maxTries: 2,
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => [json.dryRun, json.amount])).toEqual([
		[true, 5],
		[true, 6],
	]);
	expect(service.requests.map(({ operationId }) => operationId)).toEqual(['member.search', 'member.search']);
});

it('that cannot read what it would show fails as not applied', async () => {
	service.control.addFault({ operation: 'quest.get', kind: 'status', status: 502 });
	const { errorItems } = await run(
		{
			...{ resource: 'quest', operation: 'duplicate' },
			questId: service.ids.quests.firstSteps,
			name: 'Second steps',
			options: { ...DRY, retries: 0 },
		},
		{ onError: 'continueErrorOutput' },
	);
	expect(errorItems).toMatchObject([{ json: { details: { outcome: 'notApplied', status: 502 } } }]);
	expect(service.requests.map(({ operationId }) => operationId)).toEqual(['quest.get']);
});
