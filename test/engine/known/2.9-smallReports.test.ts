import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../engine';
import { PollNode } from '../pollNode';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

it.each(['64b7f1c2a9d3e45f60718290/', 'https://app.example.com/realms/64b7f1c2a9d3e45f60718290'])(
	'known defect 2.9: the realm ID %s of a credential is called a problem of the network',
	async (realmId) => {
		const { error } = await runNode({
			credential: service.credential({ realmId }),
			parameters: { resource: 'realm', operation: 'get' },
		});
		// Right: '"Realm ID" must be 24 hexadecimal digits', as in other operations, with the advice to correct it.
		expect(error?.message).toMatch(/^Could not connect to the service at http/);
		expect(error?.description).toBe(
			'Check the base URL in the credential and the network or proxy settings of n8n. The system says: "Realm ID" is empty or contains a slash.',
		);
		expect(service.requests).toEqual([]);
	},
);

it.each(['ada\nbruno', 'ada;bruno'])(
	'known defect 2.9: the search values %j find no member, and no word says why',
	async (values) => {
		const parameters = { resource: 'member', operation: 'search', type: 'username' };
		const run = await runNode({ credential: service.credential(), parameters: { ...parameters, values } });
		// Right: lines and semicolons separate values as commas do, or the item is refused.
		expect(run).toMatchObject({ items: [], error: undefined });
		expect(service.requests).toMatchObject([{ status: 200, query: { values } }]);
		const both = { ...parameters, values: 'ada,bruno' };
		expect((await runNode({ credential: service.credential(), parameters: both })).items).toHaveLength(2);
	},
);

it('known defect 2.9: Retry On Fail reads a failed export again', async () => {
	const { items, error } = await runNode({
		credential: service.credential(),
		maxTries: 3,
		parameters: { resource: 'export', operation: 'get', jobId: service.ids.exports.failed },
	});
	// Right: one request, because the record of a failed job is no failure of the node.
	expect(service.requests).toHaveLength(3);
	expect(items[0]?.json).toMatchObject({ status: 'failed', error: 'A record could not be read.' });
	expect(error).toBeUndefined();
});

it('known defect 2.9: two live pollers of one trigger lose 4 of 6 changes of a quest', async () => {
	const { quests } = service.state.realms.get(service.realmId)!;
	const quest = quests.get(service.ids.quests.firstSteps)!;
	const poller = () => new PollNode({ events: ['quest.changed'] }, service.credential());
	// n8n sometimes leaves the earlier poller of a trigger alive when it starts another one.
	const [earlier, later] = [poller(), poller()];
	Object.defineProperty(later, 'id', { value: Reflect.get(earlier, 'id') });
	for (const one of [earlier, later]) await one.activate();
	for (const name of ['B', 'A', 'B', 'A', 'B', 'A']) {
		quest.name = name;
		for (const one of [earlier, later]) await one.poll();
	}
	// Right: six events, in the order of the changes.
	const names = [...earlier.events, ...later.events].map(
		({ data }) => (data as { quest: IDataObject }).quest.name,
	);
	expect(names).toEqual(['B', 'A']);
});
