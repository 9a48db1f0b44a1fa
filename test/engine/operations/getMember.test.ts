import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, runTool } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const get = (mode: string, value: string): INodeParameters => ({
	resource: 'member',
	operation: 'get',
	serviceId: { __rl: true, mode, value },
});
const run = async (parameters: INodeParameters, input: IDataObject[] = [{}]) =>
	await runNode({ credential: service.credential(), parameters, input, onError: 'continueErrorOutput' });
const asked = () => service.requests.map(({ query }) => query);

it.each([
	['list', () => service.ids.members.ada],
	['id', () => service.ids.members.ada.toUpperCase()],
	['email', () => 'ada@members.example'],
	['username', () => 'ada'],
])('gets a member by %s, with balances', async (mode, value) => {
	const { items } = await run(get(mode, value()));
	expect(items).toHaveLength(1);
	expect(items[0]).toMatchObject({
		json: { id: service.ids.members.ada, email: 'ada@members.example', balances: expect.any(Array) },
		pairedItem: { item: 0 },
	});
	expect(items[0]?.json).not.toHaveProperty('realmMemberId');
	expect(asked().at(-1)).toMatchObject({ type: 'service-id' });
});

it('returns the whole record without Simplify', async () => {
	const { items } = await run({ ...get('username', 'ada'), simplify: false });
	expect(items[0]?.json).toHaveProperty('realmMemberId');
});

it('fails for the item whose member does not exist', async () => {
	const unknown = 'f'.repeat(24);
	const { items, errorItems } = await run(get('id', '={{ $json.id }}'), [
		{ id: unknown },
		{ id: service.ids.members.bruno },
	]);
	expect(items.map(({ json }) => json.username)).toEqual(['bruno']);
	expect(errorItems).toMatchObject([
		{
			json: {
				error: `No member has the ID ${unknown}`,
				details: { outcome: 'notApplied', advice: expect.stringContaining('"Member: Resolve"') as string },
			},
			pairedItem: { item: 0 },
		},
	]);
});

it('fails if the service returns another member', async () => {
	const body = { data: [{ id: service.ids.members.bruno }], meta: { total: 1 } };
	service.control.addFault({ operation: 'member.search', kind: 'status', status: 200, body });
	const { items, errorItems } = await run(get('id', service.ids.members.ada));
	expect(items).toEqual([]);
	expect(errorItems[0]?.json.error).toMatch(/^The service returned a member without the service-id /);
});

it('gives a language model no email', async () => {
	const parameters = get('id', service.ids.members.ada);
	const { items } = await runTool({ credential: service.credential(), parameters, input: [{}] });
	expect(items[0]?.json).toMatchObject({ username: 'ada' });
	expect(items[0]?.json).not.toHaveProperty('email');
});
