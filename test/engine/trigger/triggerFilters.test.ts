import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { eventTypes } from '../../../nodes/RewardsEngagement/resources/event/record';
import { newId } from '../../../sandbox/base/ids';
import { byId } from '../../harness/workflows/nodes';
import { useService, withoutPauses } from '../sandbox';
import { TriggerNode } from '../triggerNode';

const service = useService();
withoutPauses();
const ALL = eventTypes.map(({ value }) => value);
let trigger: TriggerNode;

const start = async (parameters: INodeParameters) => {
	trigger = new TriggerNode(parameters, service.credential());
	await trigger.listen();
};

afterEach(async () => {
	await trigger.close();
	expect(trigger.thrown).toEqual([]);
});

const publish = async (filters: INodeParameters, events: string[] = ['quest.completed']) => {
	await start({ events, filters, options: { customEvents: 'game.won' } });
	await trigger.publish();
};
const deliver = async (type: string, data: unknown) => {
	const before = trigger.runs.length;
	const { status } = await trigger.post(
		JSON.stringify({ type, timestamp: '2026-03-01T09:30:00.000Z', realmId: service.realmId, data }),
	);
	expect(status).toBe(200);
	return trigger.runs.length > before ? 'runs' : 'ignored';
};

const QUEST = '64B7F1C2A9D3E45F60718201';
const OTHER = '64b7f1c2a9d3e45f60718299';

describe('an event passes when it is about what the filter names', () => {
	type Case = [string, INodeParameters, string, IDataObject, IDataObject];
	it.each<Case>([
		[
			'the quest',
			{ questId: byId(QUEST) },
			'quest.completed',
			{ quest: { id: QUEST.toLowerCase() } },
			{ quest: { id: OTHER } },
		],
		[
			'the quest, by its bare id',
			{ questId: byId('spring-hunt') },
			'game.won',
			{ questId: 'spring-hunt' },
			{ questId: 'Spring-Hunt' },
		],
		['the quest, as text', { questId: '17' }, 'quest.completed', { quest: 17 }, { quest: 18 }],
		[
			'the member',
			{ memberId: byId(QUEST) },
			'quest.started',
			{ member: { id: QUEST } },
			{ member: { id: OTHER } },
		],
		[
			'the member who left',
			{ memberId: byId(QUEST) },
			'member.left',
			{ memberId: QUEST },
			{ memberId: OTHER },
		],
		[
			'the item',
			{ itemId: byId('mug') },
			'store.purchase.completed',
			{ item: { id: 'mug' } },
			{ item: { id: 'cap' } },
		],
		[
			'the currency of an award',
			{ currencyId: byId(QUEST) },
			'member.points.awarded',
			{ points: { amount: 5, realmPoint: { id: QUEST } } },
			{ points: { amount: 5, realmPoint: { id: OTHER } } },
		],
		[
			'the currency of a reward',
			{ currencyId: byId(QUEST) },
			'quest.completed',
			{
				rewards: [
					{ amount: 1, realmPointId: OTHER },
					{ amount: 1, realmPointId: QUEST },
				],
			},
			{ rewards: [] },
		],
		[
			'the amount',
			{ minimumAmount: 100 },
			'member.points.awarded',
			{ points: { amount: 100 } },
			{ points: { amount: 99.5 } },
		],
		[
			'the amount, beyond what numbers hold',
			{ minimumAmount: '100' },
			'member.points.awarded',
			{ points: { amount: '9007199254740993' } },
			{ points: { amount: '99' } },
		],
		...[
			{ type: 'badge', amount: 1 },
			{ type: 'nft', amount: 100, realmPointId: null },
		].map((reward): Case => [
			`the points of a quest, and no ${reward.type}`,
			{ minimumAmount: 100 },
			'quest.completed',
			{ rewards: [reward, { type: 'points', amount: 100, realmPointId: QUEST }] },
			{
				rewards: [
					{ ...reward, amount: 500 },
					{ type: 'points', amount: 99, realmPointId: QUEST },
				],
			},
		]),
		[
			'the points of a quest, whatever their type is called',
			{ minimumAmount: 100 },
			'quest.completed',
			{ rewards: [{ type: 'xp', amount: 100, realmPointId: QUEST }] },
			{ rewards: [{ type: 'xp', amount: 100, realmPointId: '' }] },
		],
		[
			'the points of a quest that names no currency',
			{ minimumAmount: 100 },
			'quest.completed',
			{ rewards: [{ type: 'REALM_POINTS', amount: 100 }] },
			{ rewards: [{ type: 'ROLE', amount: 100 }] },
		],
		[
			'the cost of an item',
			{ minimumAmount: 100 },
			'store.purchase.completed',
			{ item: { id: 'mug', cost: 250 } },
			{ item: { id: 'mug', cost: 25 } },
		],
		[
			'the new balance',
			{ minimumNewBalance: 1000 },
			'member.points.awarded',
			{ points: { amount: 1 }, newBalance: 1000 },
			{ points: { amount: 5000 }, newBalance: 999 },
		],
		[
			'the amount of the very currency',
			{ minimumAmount: 100, currencyId: byId(QUEST) },
			'quest.completed',
			{ rewards: [{ amount: 100, realmPointId: QUEST }] },
			{
				rewards: [
					{ amount: 100, realmPointId: OTHER },
					{ amount: 5, realmPointId: QUEST },
				],
			},
		],
		[
			'all filters together',
			{ questId: byId(QUEST), memberId: byId(OTHER) },
			'quest.completed',
			{ quest: { id: QUEST }, member: { id: OTHER } },
			{ quest: { id: QUEST }, member: { id: QUEST } },
		],
	])('%s', async (_what, filters, type, match, other) => {
		await publish(filters, ALL.includes(type as never) ? [type] : ['quest.completed']);
		expect(await deliver(type, match)).toBe('runs');
		expect(await deliver(type, other)).toBe('ignored');
		for (const nothing of [{}, null, 'text', [], { quest: null, points: [], rewards: [null], item: 7 }]) {
			expect(await deliver(type, nothing)).toBe('ignored');
		}
		// No execution at all, instead of one that ends without an item.
		expect(trigger.executions).toBe(1);
	});

	it('lets every event pass without filters', async () => {
		await publish({}, ALL);
		for (const type of ALL) expect(await deliver(type, { of: type })).toBe('runs');
	});

	it('takes what the service really delivers', async () => {
		const { quests, members, storeItems } = service.ids;
		await publish({ memberId: byId(members.ada) }, ALL);
		service.control.completeQuest(quests.firstSteps, members.ada);
		service.control.completeQuest(quests.firstSteps, members.bruno);
		service.control.startQuest(quests.firstSteps, members.ada);
		service.control.buyItem(storeItems.mug, members.ada);
		service.control.leaveMember(members.ada);
		await service.control.settled();
		const types = trigger.runs.map(([run]) => run!.json.type).sort();
		expect(types).toEqual([
			'member.left',
			'member.points.awarded',
			'quest.completed',
			'quest.started',
			'store.purchase.completed',
		]);
	});
});

describe('the filter "Item" passes a purchase by either ID of the store item', () => {
	const bought = (id: unknown, more: IDataObject = {}) =>
		deliver('store.purchase.completed', { item: { id, cost: 1 }, ...more });
	const asked = () => service.requests.filter(({ path }) => path.includes('/store/')).length;
	/** The items of the realm with new IDs, so that nothing is known about them from another test. */
	const item = () => {
		const { storeItems } = service.state.realms.get(service.realmId)!;
		const mug = storeItems.get(service.ids.storeItems.mug)!;
		const [id, sold] = [newId(), newId()];
		storeItems.set(id, { ...mug, id, item: { ...mug.item, id: sold } });
		return { id, sold };
	};
	const publishFor = async (itemId: string) => {
		await publish({ itemId: byId(itemId) }, ['store.purchase.completed']);
	};

	it('as the service delivers it', async () => {
		const { storeItems, members } = service.ids;
		await publishFor(storeItems.mug);
		for (const item of service.state.realms.get(service.realmId)!.storeItems.values()) item.price = 0;
		service.control.buyItem(storeItems.mug, members.ada);
		service.control.buyItem(storeItems.poster, members.ada);
		await service.control.settled();
		expect(service.control.deliveries()).toHaveLength(2);
		expect(trigger.runs.map(([run]) => run!.json.data)).toEqual([
			expect.objectContaining({ item: expect.objectContaining({ name: 'Mug' }) }),
		]);
	});

	it.each<[string, 'id' | 'sold', 'id' | 'sold']>([
		['the store item, and the event what it sells', 'id', 'sold'],
		['what it sells, and the event the store item', 'sold', 'id'],
		['the store item, and so does the event', 'id', 'id'],
		['what it sells, and so does the event', 'sold', 'sold'],
	])('when the filter names %s', async (_what, chosen, held) => {
		const [mine, other] = [item(), item()];
		await publishFor(mine[chosen].toUpperCase());
		expect(await bought(mine[held])).toBe('runs');
		expect(await bought(other[held])).toBe('ignored');
		expect(await bought('nothing-in-the-store')).toBe('ignored');
	});

	it('and reads it once for any number of purchases', async () => {
		const [mine, other] = [item(), item()];
		await publishFor(mine.id);
		for (let count = 0; count < 3; count++) {
			expect(await bought(mine.sold, { count })).toBe('runs');
			expect(await bought(other.sold, { count })).toBe('ignored');
		}
		expect(asked()).toBe(1);
	});

	it('but not one that another filter excludes, for which no request is sent', async () => {
		const { id, sold } = item();
		await publish({ itemId: byId(id), minimumAmount: 100 }, ['store.purchase.completed']);
		expect(await bought(sold)).toBe('ignored');
		expect(asked()).toBe(0);
	});

	it('after it was delivered again, when the service could not be asked at first', async () => {
		const { id, sold } = item();
		await publishFor(id);
		service.control.addFault({ operation: 'storeItem.get', kind: 'status', status: 500, times: 2 });
		const body = JSON.stringify({ type: 'store.purchase.completed', data: { item: { id: sold } } });
		expect((await trigger.post(body)).status).toBe(503);
		expect(trigger.warnings.join()).toContain('The item of the filter "Item" cannot be looked up');
		expect((await trigger.post(body)).status).toBe(200);
		expect(trigger.runs).toHaveLength(1);
	});

	it('as far as the key allows, and says so in the log', async () => {
		const { id, sold } = item();
		await publishFor(id);
		service.control.addFault({ operation: 'storeItem.get', kind: 'status', status: 403 });
		expect(await bought(id)).toBe('runs');
		expect(await bought(sold)).toBe('ignored');
		expect(trigger.warnings.join()).toContain('cannot look up the item of its filter "Item"');
	});
});

describe('a filter that cannot work', () => {
	it.each<[string, INodeParameters, RegExp]>([
		[
			'was left empty',
			{ questId: byId('') },
			/"Quest" is empty\. Fill in "Quest", or remove it from "Filters"/,
		],
		[
			'is an expression that gives nothing',
			{ questId: byId('={{ undefined }}') },
			/"Quest" is an expression that returned no value/,
		],
		[
			'is an expression about an item',
			{ questId: byId('={{ $json.nope }}') },
			/expression that cannot be evaluated here/,
		],
		['is an empty amount', { minimumAmount: '' }, /"Minimum Amount" is empty\. .*remove it from "Filters"/],
		['is no amount', { minimumAmount: 'many' }, /"Minimum Amount" must be a number/],
		[
			'is one that no chosen event can pass',
			{ itemId: byId('mug') },
			/No chosen event can pass the filter "Item": "Quest Completed" contains no such value/,
		],
	])('is refused at publishing when it %s', async (_what, filters, reason) => {
		await start({ events: ['quest.completed'], filters });
		await expect(trigger.publish()).rejects.toThrow(reason);
		expect([...service.state.realms.get(service.realmId)!.webhooks.values()]).toEqual([]);
	});

	it('says in the log which events a filter keeps out although others pass', async () => {
		await start({ events: ['quest.completed', 'member.joined'], filters: { questId: byId(QUEST) } });
		await trigger.publish();
		expect(trigger.warnings).toContain('"Trigger": The filter "Quest" excludes every event "Member Joined".');
	});

	it('is refused in a trigger that is registered by hand, too', async () => {
		await start({
			events: ['member.joined'],
			filters: { questId: byId(QUEST) },
			options: { registration: 'manual' },
		});
		trigger.credential = service.credential({ webhookSecret: 'by hand' });
		await expect(trigger.publish()).rejects.toThrow(
			/No chosen event can pass the filter "Quest": "Member Joined" contains/,
		);
	});

	it('answers 503 and runs nothing when it broke after publishing, so that no event is lost', async () => {
		await publish({ questId: byId(QUEST) });
		trigger.parameters = { events: ['quest.completed'], filters: { questId: byId('={{ $json.nope }}') } };
		const { status } = await trigger.post(
			JSON.stringify({ type: 'quest.completed', data: { quest: { id: QUEST } } }),
		);
		expect(status).toBe(503);
		expect(trigger.executions).toBe(0);
	});
});
