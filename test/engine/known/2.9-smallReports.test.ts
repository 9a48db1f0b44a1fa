import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../engine';
import { PollNode } from '../pollNode';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const HOUR_MS = 3_600_000;

/** A time without a zone, as some services write their UTC times. */
const withoutZone = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString().slice(0, -1);
const answer = (operation: string, body: unknown) =>
	service.control.addFault({ operation, kind: 'status', status: 200, body });

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

/** Runs the work as on a server in Tokyo. Without a zone, JavaScript takes a time as one of there. */
async function inTokyo<T>(work: () => Promise<T>): Promise<T> {
	const before = process.env.TZ;
	process.env.TZ = 'Asia/Tokyo';
	try {
		return await work();
	} finally {
		if (before === undefined) delete process.env.TZ;
		else process.env.TZ = before;
	}
}

it('known defect 2.9: an export without a time zone expires nine hours early in Tokyo', async () => {
	const expiresAt = withoutZone(8 * HOUR_MS);
	answer('export.get', { jobId: 'x', status: 'completed', expiresAt });
	const parameters = { resource: 'export', operation: 'waitForCompletion', jobId: 'x' };
	const wait = async () => await runNode({ credential: service.credential(), parameters });
	const { items, error } = await inTokyo(wait);
	// Right: the time is read as UTC, and the job is returned.
	expect(items).toEqual([]);
	expect(error?.message).toBe(`The export expired at ${expiresAt}`);
});

it('known defect 2.9: polls lose the purchases of nine hours in Tokyo, if they have no time zone', async () => {
	const made: IDataObject[] = [];
	const poller = new PollNode({ events: ['store.purchase.completed'] }, service.credential());
	const buy = (id: string) => {
		made.unshift({ id, createdAt: withoutZone(0) });
		service.control.clearFaults();
		answer('purchase.getMany', { data: made });
	};
	await inTokyo(async () => {
		buy('old');
		await poller.activate();
		for (const id of ['first', 'second', 'third']) {
			buy(id);
			await poller.poll();
		}
	});
	// Right: the times are read as UTC, and each of the three purchases is an event.
	expect(poller.events).toEqual([]);
	expect(poller.warnings).toEqual([]);
});

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
