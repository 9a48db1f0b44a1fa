import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultRequest } from '../../../sandbox/faults/fault';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const run = async (parameters: INodeParameters) =>
	await runNode({
		credential: service.credential(),
		parameters,
		onError: 'continueErrorOutput',
	});
const answering = (operation: string, body: unknown, more: Partial<FaultRequest> = {}) =>
	service.control.addFault({ operation, kind: 'status', status: 200, body, times: 1, ...more });
const asked = () => service.requests.map(({ operationId }) => operationId);

describe('finding an account', () => {
	const find = async (value = 'ada@members.example', type = 'email') =>
		await run({ resource: 'account', operation: 'find', type, value });
	const nobody = { found: false, serviceId: null };

	it('gives its ID, of members and of others', async () => {
		const { ada, stranger } = service.ids.members;
		const other = service.state.realms.get(service.ids.otherRealm)!.members.get(stranger)!;
		const jsons = [await find(), await find(other.email)].map(({ items }) => items[0]?.json);
		expect(jsons).toEqual([ada, stranger].map((serviceId) => ({ found: true, serviceId })));
	});

	it.each<[string, unknown, Partial<FaultRequest>]>([
		['null', { data: null }, {}],
		['a 404', { error: 'Not Found', message: 'Nobody' }, { status: 404 }],
	])('says that no one exists for %s', async (_what, body, more) => {
		answering('account.find', body, more);
		const { items } = await find();
		expect(items.map(({ json }) => json)).toEqual([nobody]);
	});

	it('does not mistake the page of a proxy for an empty result', async () => {
		service.control.addFault({ operation: 'account.find', kind: 'html', status: 404 });
		const { items, errorItems } = await find();
		expect(items).toEqual([]);
		expect(errorItems[0]?.json.details).toMatchObject({ status: 404 });
	});

	it.each([{ id: 'account-1' }, { accountId: 'account-1' }])('takes the ID out of %j', async (data) => {
		answering('account.find', { data });
		expect((await find()).items[0]?.json).toEqual({ found: true, serviceId: 'account-1' });
	});

	it.each([
		{},
		{ data: '' },
		{ data: 7 },
		{ data: {} },
		{ data: { id: null } },
		{ account: 'account-1' },
		[],
	])('does not take %j for an answer, neither yes nor no', async (body) => {
		answering('account.find', body);
		const { items, errorItems } = await find();
		expect(items).toEqual([]);
		expect(errorItems[0]?.json.error).toContain('does not say whether the account exists');
	});
});

describe('resolving a person', () => {
	const resolve = async (value: string, type = 'email') =>
		await run({ resource: 'member', operation: 'resolve', type, value });

	it('finds a member with one request', async () => {
		const { ada } = service.ids.members;
		const { items } = await resolve('ADA@members.example');
		expect(items[0]?.json).toMatchObject({
			found: true,
			isMember: true,
			serviceId: ada,
			member: { id: ada },
		});
		expect(asked()).toEqual(['member.search']);
	});

	it('distinguishes an account outside of the realm from an unknown person, with two requests', async () => {
		const { stranger } = service.ids.members;
		const other = service.state.realms.get(service.ids.otherRealm)!.members.get(stranger)!;
		expect((await resolve(other.email)).items[0]?.json).toEqual({
			found: true,
			isMember: false,
			serviceId: stranger,
			member: null,
		});
		expect(asked()).toEqual(['member.search', 'account.find']);
		expect((await resolve('nobody@members.example')).items[0]?.json).toEqual({
			found: false,
			isMember: false,
			serviceId: null,
			member: null,
		});
		expect(service.requests).toHaveLength(4);
	});

	it('by the own ID of the service asks the search for members alone', async () => {
		const { items } = await resolve('f'.repeat(24), 'service-id');
		expect(items[0]?.json).toMatchObject({ found: false });
		expect(asked()).toEqual(['member.search']);
	});

	const one = (id: string, more: IDataObject = {}) => ({ id, joinedAt: new Date().toISOString(), ...more });
	const meta = { total: 2, page: 1, limit: 50, totalPages: 1 };

	it('does not choose between several, and names them', async () => {
		answering('member.search', { data: [one('first'), one('second')], meta });
		const { items, errorItems } = await resolve('ada', 'username');
		expect(items).toEqual([]);
		expect(errorItems[0]?.json.error).toBe('2 members match the username ada');
		expect(errorItems[0]?.json.details).toMatchObject({
			outcome: 'notApplied',
			advice: expect.stringContaining('Their IDs are first, second.'),
		});
		expect(asked()).toEqual(['member.search']);
	});

	it('does not accept a member with a different value', async () => {
		answering('member.search', { data: [one('first', { username: 'ada2' })], meta });
		const { items, errorItems } = await resolve('ada', 'username');
		expect(items).toEqual([]);
		expect(errorItems[0]?.json.error).toBe('The service returned a member without the username ada');
	});

	it('takes a member who shows no value of the kind', async () => {
		answering('member.search', { data: [one('first')], meta });
		expect((await resolve('ada', 'username')).items[0]?.json).toMatchObject({ serviceId: 'first' });
	});

	it('does not split a value at a comma', async () => {
		const { errorItems } = await resolve('ada,bruno', 'username');
		expect(errorItems[0]?.json.error).toContain('"Value" must not contain a comma');
		expect(service.requests).toEqual([]);
	});
});
