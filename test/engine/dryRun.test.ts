import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../harness/workflows/byId';
import { runNode, type RunOptions } from './engine';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const run = async (parameters: INodeParameters, rest: Partial<RunOptions> = {}) =>
	await runNode({ credential: service.credential(), parameters, ...rest });
const transfer = (options: INodeParameters, more: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'transferBalance',
	serviceId: byId(service.ids.members.bonusPool),
	recipientId: byId(service.ids.members.ada),
	currencyId: byId(''),
	amount: '={{ $json.amount ?? 5 }}',
	options,
	...more,
});
const DRY = { dryRun: true };

it('gives the request that would be sent, and sends and records nothing', async () => {
	const { items, error } = await run(transfer(DRY, { repeatProtection: 'key', idempotencyKey: 'order 17' }));
	expect(error).toBeUndefined();
	expect(items).toEqual([
		{
			json: expect.objectContaining({
				dryRun: true,
				wouldBe: 'sent',
				idempotencyKey: expect.stringMatching(/^order 17@/) as unknown,
				method: 'PATCH',
				path: `/api/v1/realms/${service.realmId}/members/${service.ids.members.bonusPool}/transfer`,
				body: { recipientId: service.ids.members.ada, amount: 5 },
			}) as unknown,
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
	expect(dry.items[0]?.json).toMatchObject({ method: sent?.method, path: sent?.path, body: sent?.body });
});

it('checks as if it were sent', async () => {
	const { error } = await run(transfer(DRY), { input: [{ amount: 5 }, { amount: -5 }] });
	expect(error?.message).toBe('"Amount" must be above 0, but is -5');
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
		body: { url: 'https://example.com/hook', secret: '[hidden]' },
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

	it('says what an earlier run did, and leaves the keys as they were', async () => {
		await run(transfer({}, KEYED));
		const before = stored();
		const { items } = await run(transfer(DRY, KEYED));
		expect(items[0]?.json).toMatchObject({
			wouldBe: 'skipped',
			reason: 'Would not be sent: an earlier execution already did this with the same key',
			firstRun: { execution: 'earlier' },
			body: { amount: 5 },
		});
		expect(stored()).toEqual(before);
		expect(service.requests).toHaveLength(1);
	});

	it('says that of two items of one key the second would be skipped', async () => {
		const { items } = await run(transfer(DRY, KEYED), { input: [{}, { order: 'b' }, {}] });
		expect(items.map(({ json }) => json.wouldBe)).toEqual(['sent', 'sent', 'skipped']);
		expect(items[2]?.json.firstRun).toEqual({ execution: 'this', runIndex: 0, itemIndex: 0 });
	});

	it('says that of two items of one key that ask for something else the second would be refused, as it is', async () => {
		const input = [{ amount: 5 }, { amount: 6 }, { amount: 5 }];
		const { items } = await run(transfer(DRY, KEYED), { input });
		expect(items.map(({ json }) => json.wouldBe)).toEqual(['sent', 'refused', 'skipped']);
		expect(items[1]?.json.reason).toBe('Would not be sent: this key was used for another request');
		const sent = await run(transfer({}, KEYED), { input, onError: 'continueErrorOutput' });
		expect(sent.items.map(({ json }) => json.skipped)).toEqual([undefined, true]);
		expect(sent.errorItems).toHaveLength(1);
		const again = await run(transfer(DRY, KEYED), { input });
		expect(again.items.map(({ json }) => json.wouldBe)).toEqual(['skipped', 'refused', 'skipped']);
	});

	it('says that a key was used for another request', async () => {
		await run(transfer({}, KEYED));
		const { items } = await run(transfer(DRY, { ...KEYED, amount: 6 }));
		expect(items[0]?.json).toMatchObject({
			wouldBe: 'refused',
			reason: 'Would not be sent: this key was used for another request',
		});
	});

	it('says that an earlier run may have been applied', async () => {
		const fault = {
			operation: 'member.transferBalance',
			kind: 'status',
			status: 502,
			when: 'after',
		} as const;
		service.control.addFault({ ...fault, times: 1 });
		await run(transfer({}, KEYED));
		const before = stored();
		const { items } = await run(transfer(DRY, KEYED), { input: [{}, {}] });
		expect(items).toHaveLength(2);
		for (const { json } of items) {
			expect(json).toMatchObject({
				wouldBe: 'refused',
				reason: 'Would not be sent: an earlier request with this key may have been applied',
			});
		}
		expect(stored()).toEqual(before);
	});

	it('tells equal payments of an event apart, as sending does', async () => {
		const input = [{ eventId: 'e1' }];
		await run(transfer({}), { input, isTriggered: true });
		const { items } = await run(transfer(DRY), { input, isTriggered: true });
		expect(items[0]?.json).toMatchObject({ wouldBe: 'skipped', firstRun: { execution: 'earlier' } });
		const other = await run(transfer(DRY, { amount: 6 }), { input, isTriggered: true });
		expect(other.items[0]?.json).toMatchObject({ wouldBe: 'sent' });
	});
});
