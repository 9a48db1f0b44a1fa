import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();

const ID = 'e90000000000000000000001';
const stored = () => service.state.realms.get(service.realmId)!.webhooks;
beforeEach(() => {
	stored().set(ID, {
		id: ID,
		url: 'https://example.com/hook',
		events: ['quest.completed', 'game.level'],
		secret: 'a secret of the webhook',
		active: true,
	});
});

const update = async (updateFields: INodeParameters) =>
	await runNode({
		credential: service.credential(),
		parameters: { resource: 'webhook', operation: 'update', webhookId: byId(ID), updateFields },
		onError: 'continueErrorOutput',
	});

it('keeps the current events where custom events are added', async () => {
	const { items } = await update({ customEvents: 'game.won, game.level' });
	expect(items[0]?.json.events).toEqual(['quest.completed', 'game.level', 'game.won']);
	expect(stored().get(ID)).toMatchObject({ active: true, url: 'https://example.com/hook' });
});

it('replaces the events by those that are chosen, with the custom ones', async () => {
	await update({ events: ['member.left'], customEvents: 'game.won' });
	expect(stored().get(ID)?.events).toEqual(['member.left', 'game.won']);
});

it.each([
	['an address', { url: 'https://example.com/new' }, { url: 'https://example.com/new' }],
	['a state', { active: false }, { active: false }],
] as const)('changes nothing but %s that is given', async (_what, fields, changed) => {
	const before = { ...stored().get(ID) };
	await update(fields);
	expect(stored().get(ID)).toMatchObject({ ...before, ...changed });
});

it.each([
	['no event', { events: [] }, 'No event is chosen'],
	['an empty secret', { secret: '' }, '"Secret" must not be empty'],
	['an empty address', { url: '' }, '"URL" must'],
] as const)('sends nothing for %s', async (_what, fields, reason) => {
	const { errorItems } = await update(fields as never);
	expect(errorItems[0]?.json.error).toContain(reason);
	expect(service.requests.filter(({ operationId }) => operationId === 'webhook.update')).toEqual([]);
});

it('changes nothing where the service does not list the current events', async () => {
	service.control.addFault({
		operation: 'webhook.getMany',
		kind: 'status',
		status: 200,
		body: { data: [{ id: 'another', url: 'https://example.com/other', events: ['member.left'] }] },
	});
	const { errorItems } = await update({ customEvents: 'game.won' });
	expect(errorItems[0]?.json.error).toBe(
		'The webhook was not updated, because the service does not list its current events',
	);
	expect(stored().get(ID)?.events).toEqual(['quest.completed', 'game.level']);
});
