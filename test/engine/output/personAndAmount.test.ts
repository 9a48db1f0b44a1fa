import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { award, usePayouts } from '../payouts';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
usePayouts(service);

const email = (value: string) => ({ __rl: true, mode: 'email', value }) as unknown as INodeParameters;
const run = async (parameters: INodeParameters, input: IDataObject[] = [{}]) =>
	(await runNode({ credential: service.credential(), parameters, input })).items.map(({ json }) => json);
const balance = () => service.balance(service.ids.members.ada, service.ids.currencies.stars);

const ADA = { name: 'Ada Lindqvist', email: 'ada@members.example', amount: 5 };
const toAda = (more: INodeParameters = {}) =>
	award(service, { serviceId: email('ada@members.example'), amount: 5, ...more });
const KEYED = { repeatProtection: 'key', idempotencyKey: 'week-12' };

describe.each(['updateBalance', 'updateBalances'])('%s', (operation) => {
	it('starts with name, email, amount and both balances', async () => {
		const before = balance();
		const [json] = await run(toAda({ operation }));
		const { ada: serviceId } = service.ids.members;
		const start = { ...ADA, previousBalance: before, newBalance: before + 5, serviceId };
		expect(Object.entries(json!).slice(0, 6)).toEqual(Object.entries(start));
	});

	it('also after a deduction, and for a member from the list', async () => {
		const before = balance();
		const { ada: value } = service.ids.members;
		const chosen = { __rl: true, mode: 'list', value, cachedResultName: 'Ada (ada@members.example)' };
		const [json] = await run(
			toAda({ operation, amount: -3, serviceId: chosen as unknown as INodeParameters }),
		);
		const start = {
			name: 'Ada',
			email: 'ada@members.example',
			amount: -3,
			previousBalance: before,
			newBalance: before - 3,
		};
		expect(Object.entries(json!).slice(0, 5)).toEqual(Object.entries(start));
	});

	it('starts with the ID where that is all that is known', async () => {
		const [json] = await run(toAda({ operation, serviceId: byId(service.ids.members.ada) }));
		expect(Object.keys(json!).slice(0, 4)).toEqual(['serviceId', 'amount', 'previousBalance', 'newBalance']);
	});

	it('keeps who and how much of a skipped item, and has the key last', async () => {
		await run(toAda({ operation, ...KEYED }));
		const [json] = await run(toAda({ operation, ...KEYED }));
		expect(json).toMatchObject({ ...ADA, skipped: true });
		expect(Object.keys(json!)).toEqual([
			...['name', 'email', 'amount', 'serviceId'],
			...['skipped', 'reason', 'firstRun', 'idempotencyKey'],
		]);
	});

	it('shows who and how much in a dry run, and the request below them', async () => {
		const [json] = await run(toAda({ operation, options: { dryRun: true } }));
		expect(json).toMatchObject({ ...ADA, dryRun: true });
		expect(Object.keys(json!)).toEqual([
			...['name', 'email', 'amount', 'serviceId'],
			...['dryRun', 'request', 'idempotencyKey'],
		]);
	});
});

it.each<[string, object, number | undefined]>([
	['that fits', { balance: 25, newBalance: 30 }, 25],
	['that is neither', { balance: 5, newBalance: 30 }, undefined],
	['of another amount', { amount: 10, newBalance: 110 }, undefined],
	['in fractions', { newBalance: 5.3 }, 0.3],
])(
	'a row %s keeps its fields, and has a balance before only without doubt',
	async (_what, row, previousBalance) => {
		const { ada: serviceId } = service.ids.members;
		service.control.addFault({
			operation: 'member.updateBalances',
			kind: 'status',
			status: 200,
			body: { success: true, updates: [{ serviceId, ...row }] },
			times: 1,
		});
		const [json] = await run(toAda({ operation: 'updateBalances' }));
		expect(json).toMatchObject(row);
		expect(json!.previousBalance).toBe(previousBalance);
	},
);

it('a username beside a name in the list is no email', async () => {
	const { ada: value } = service.ids.members;
	const serviceId = { __rl: true, mode: 'list', value, cachedResultName: 'Bob (@bob)' };
	const [json] = await run(toAda({ serviceId: serviceId as unknown as INodeParameters }));
	expect(json).toMatchObject({ name: 'Bob' });
	expect(json).not.toHaveProperty('email');
});

it('a transfer starts with the member who pays', async () => {
	const { ada, bruno } = service.ids.members;
	const before = balance();
	const [json] = await run(toAda({ operation: 'transferBalance', recipientId: byId(bruno), ...KEYED }));
	const start = { ...ADA, newBalance: before - 5, serviceId: ada };
	expect(Object.entries(json!).slice(0, 5)).toEqual(Object.entries(start));
	const [skipped] = await run(toAda({ operation: 'transferBalance', recipientId: byId(bruno), ...KEYED }));
	expect(Object.entries(skipped!).slice(0, 5)).toEqual(
		Object.entries({ ...ADA, serviceId: ada, recipientId: bruno }),
	);
});

it('a skipped item of another request says which records it names', async () => {
	const purchase = {
		resource: 'storeItem',
		operation: 'purchase',
		itemId: byId(service.ids.storeItems.poster),
		accountId: byId(service.ids.members.bonusPool),
		...KEYED,
	};
	await run(purchase);
	const [json] = await run(purchase);
	expect(json).toMatchObject({ itemId: service.ids.storeItems.poster, skipped: true });
	expect(Object.keys(json!).at(-1)).toBe('idempotencyKey');
});

it.each<[string, INodeParameters, string[]]>([
	['members', { resource: 'member', operation: 'getMany' }, ['displayName', 'email', 'username', 'id']],
	['store items', { resource: 'storeItem', operation: 'getMany' }, ['id', 'item', 'price']],
	['currencies', { resource: 'currency', operation: 'getMany' }, ['name', 'id']],
	['quests', { resource: 'quest', operation: 'getMany' }, ['name', 'id']],
	['raffles', { resource: 'raffle', operation: 'getMany' }, ['id', 'item']],
])('%s start with what tells them apart', async (_what, parameters, fields) => {
	const [json] = await run({ ...parameters, limit: 1 });
	expect(Object.keys(json!).slice(0, fields.length)).toEqual(fields);
});

it('a raw record keeps the order of the service', async () => {
	const [json] = await run({ resource: 'member', operation: 'getMany', limit: 1, simplify: false });
	expect(Object.keys(json!)[0]).toBe('id');
});
