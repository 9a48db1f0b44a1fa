import type { INodeListSearchItems, INodeParameters, INodeProperties } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { panelContext, runNode } from '../engine';
import { nodeTypes, TRIGGER } from '../nodeTypes';
import { award } from '../payouts';
import { useService, withoutPauses } from '../sandbox';
import { TriggerNode } from '../triggerNode';

const service = useService();
withoutPauses();
let trigger: TriggerNode;
afterEach(async () => {
	await trigger?.close();
	expect(trigger?.thrown ?? []).toEqual([]);
});

/** Publishes a trigger that waits for awards. */
async function waitForAwards(filters: INodeParameters = {}): Promise<void> {
	trigger = new TriggerNode({ events: ['member.points.awarded'], filters }, service.credential());
	await trigger.listen();
	await trigger.publish();
}

/** Changes Ada's balance like a workflow, and waits until every event has been delivered. */
async function change(amount: number, currencyId: string, memberId = service.ids.members.ada) {
	const run = await runNode({
		credential: service.credential(),
		parameters: award(service, { serviceId: byId(memberId), currencyId: byId(currencyId), amount }),
	});
	expect(run.error).toBeUndefined();
	await service.control.settled();
	return run.items[0]?.json;
}

const emitted = () => trigger.runs.flat().map(({ json }) => json);

it('an award starts the trigger, with the member, the amount and the new balance', async () => {
	const { members, currencies } = service.ids;
	await waitForAwards();
	const result = await change(25, currencies.gems);
	expect(emitted()).toMatchObject([
		{
			type: 'member.points.awarded',
			realmId: service.realmId,
			data: {
				member: { id: members.ada, username: 'ada' },
				points: { amount: 25, realmPoint: { id: currencies.gems } },
				newBalance: result?.balance,
			},
		},
	]);
	expect(result?.balance).toBe(service.balance(members.ada, currencies.gems));
});

it('a deduction, a refused award and a dry run do not start it', async () => {
	const { ada } = service.ids.members;
	await waitForAwards();
	await change(-10, service.ids.currencies.stars);
	for (const more of [{ currencyId: byId('no such currency') }, { options: { dryRun: true } }])
		await runNode({
			credential: service.credential(),
			parameters: award(service, { serviceId: byId(ada), ...more }),
			onError: 'continueRegularOutput',
		});
	await service.control.settled();
	expect(emitted()).toEqual([]);
});

it('an award to a credential starts it only once the credential is linked, for its account', async () => {
	const { ada } = service.ids.members;
	const customer = { type: 'custom', value: 'customer-99', source: 'shop' };
	const run = async (operation: string, parameters: INodeParameters) => {
		const { error } = await runNode({
			credential: service.credential(),
			parameters: { resource: 'memberCredential', operation, ...parameters },
		});
		expect(error).toBeUndefined();
		await service.control.settled();
	};
	await waitForAwards();
	await run('createSocial', { provider: 'shop', providerId: customer.value });
	await run('updateBalance', { ...customer, amount: 7 });
	await run('link', { ...customer, accountId: byId(ada) });
	expect(emitted()).toEqual([]);
	await run('updateBalance', { ...customer, amount: 8 });
	expect(emitted()).toMatchObject([{ data: { member: { id: ada }, points: { amount: 8 } } }]);
});

it('the filter of a currency lists the currencies of the realm, the default one first, archived ones when asked for, and finds them by name', async () => {
	const shown = nodeTypes.getByNameAndVersion(TRIGGER).description.properties;
	const filters = shown.find(({ name }) => name === 'filters')?.options as INodeProperties[];
	const modes = filters.find(({ name }) => name === 'currencyId')?.modes ?? [];
	const method = modes.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod ?? '';
	const list = async (filter?: string): Promise<INodeListSearchItems[]> => {
		const held = { events: ['member.points.awarded'], filters: { currencyId: byId('') } };
		const context = panelContext(service.credential(), held, TRIGGER);
		const search = nodeTypes.getByNameAndVersion(TRIGGER).methods?.listSearch?.[method];
		return (await search!.call(context, filter)).results;
	};
	const { stars, gems, tickets } = service.ids.currencies;
	const all = await list();
	expect(all[0]).toMatchObject({ value: stars, name: expect.stringContaining('default') });
	expect(all.map(({ value }) => value)).toEqual([stars, gems]);
	expect((await list('archived')).map(({ value }) => value)).toContain(tickets);
	expect((await list('gem')).map(({ value }) => value)).toEqual([gems]);
});
