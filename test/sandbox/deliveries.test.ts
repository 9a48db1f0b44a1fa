import { createHmac } from 'node:crypto';
import { startService, type Service, type ServiceOptions } from '../../sandbox/service';
import { startReceiver as startAny } from '../harness/http/receiver';
import { until } from '../harness/process/wait';
import { send, startReceiver } from './testing';

const running: Array<{ stop(): Promise<void> }> = [];

afterEach(async () => {
	await Promise.all(running.splice(0).map((thing) => thing.stop()));
});

async function start(options: ServiceOptions = {}): Promise<Service> {
	const service = await startService({ retryDelays: [1, 2, 3, 4, 5], ...options });
	running.push(service);
	return service;
}

async function receive(...statuses: Array<number | 'never'>) {
	const receiver = await startReceiver(...statuses);
	running.push(receiver);
	return receiver;
}

async function subscribe(service: Service, url: string, events: string[], secret?: string): Promise<string> {
	const body = { url, events, secret };
	const { json } = await send(service, 'POST', `/api/v1/realm/${service.realmId}/webhooks`, { body });
	return (json as { id: string }).id;
}

test('a delivery is signed over its exact bytes', async () => {
	const [service, receiver] = [await start(), await receive(200)];
	await subscribe(service, receiver.url, ['community.wave'], 'a secret, ünï');

	service.control.emit('community.wave', { text: 'Grüße 👋 "quoted" \u2028' });
	await service.control.settled();

	const [delivery] = receiver.received;
	const expected = createHmac('sha256', 'a secret, ünï')
		.update(delivery?.body ?? '')
		.digest('hex');
	expect(delivery?.headers['x-service-signature']).toBe(`sha256=${expected}`);
	expect(delivery?.headers['content-type']).toBe('application/json');
	expect(JSON.parse(String(delivery?.body))).toEqual({
		type: 'community.wave',
		timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
		realmId: service.realmId,
		data: { text: 'Grüße 👋 "quoted" \u2028' },
	});
});

test('a hook without a secret gets its deliveries unsigned', async () => {
	const [service, receiver] = [await start(), await receive(200)];
	await subscribe(service, receiver.url, ['member.left']);
	service.control.leaveMember(service.ids.members.jonas);
	await service.control.settled();
	expect(receiver.received).toHaveLength(1);
	expect(receiver.received[0]?.headers).not.toHaveProperty('x-service-signature');
});

test('each delivery has its own connection, so a busy receiver cannot close it too early', async () => {
	const [service, receiver] = [await start(), await receive(200)];
	await subscribe(service, receiver.url, ['community.wave']);
	service.control.emit('community.wave', { number: 1 });
	await service.control.settled();
	service.control.emit('community.wave', { number: 2 });
	await service.control.settled();
	expect(receiver.received.map(({ headers }) => headers.connection)).toEqual(['close', 'close']);
});

test('only active webhooks that listen to the type get an event', async () => {
	const [service, receiver] = [await start(), await receive(200)];
	await subscribe(service, receiver.url, ['quest.completed']);
	const inactive = await subscribe(service, receiver.url, ['quest.started']);
	const path = `/api/v1/realm/${service.realmId}/webhooks/${inactive}`;
	await send(service, 'PATCH', path, { body: { active: false } });

	service.control.startQuest(service.ids.quests.firstSteps, service.ids.members.ada);
	service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.ada);
	await service.control.settled();

	expect(receiver.received.map(({ body }) => JSON.parse(String(body)) as unknown)).toMatchObject([
		{ type: 'quest.completed' },
	]);
});

test('the same bytes are sent again until the receiver responds with 200', async () => {
	const [service, receiver] = [await start(), await receive(500, 204, 302, 200)];
	await subscribe(service, receiver.url, ['quest.completed'], 'secret');
	service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.ada);
	await service.control.settled();

	expect(receiver.received).toHaveLength(4);
	expect(new Set(receiver.received.map(({ body }) => body.toString('hex'))).size).toBe(1);
	expect(new Set(receiver.received.map(({ headers }) => headers['x-service-signature'])).size).toBe(1);
	expect(service.control.deliveries()).toMatchObject([
		{
			state: 'delivered',
			attempts: [{ status: 500 }, { status: 204 }, { status: 302 }, { status: 200, responseBody: 'thanks' }],
		},
	]);
});

test('a delivery fails after five retries', async () => {
	const service = await start({ retryDelays: [1, 1, 1, 1, 1] });
	const receiver = await receive(503);
	await subscribe(service, receiver.url, ['quest.completed']);
	service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.ada);
	await service.control.settled();
	expect(receiver.received).toHaveLength(6);
	expect(service.control.deliveries()).toMatchObject([{ state: 'failed' }]);
	await expect(start({ retryDelays: [1, 1, 1, 1, 1, 1] })).rejects.toThrow('at most 5 retries');
});

test('an attempt fails when the receiver is too slow', async () => {
	const service = await start({ retryDelays: [], deliveryTimeout: 50 });
	const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	// Moves the clock when the wait begins, however late the request reaches the receiver.
	const waiting = jest.spyOn(AbortSignal, 'timeout').mockImplementation((wait) => {
		clock.mockReturnValue(1_000_000 + wait);
		return timeout(wait);
	});
	const receiver = await startAny(() => undefined);
	running.push(receiver);
	await subscribe(service, receiver.url, ['quest.completed']);
	service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.ada);
	await service.control.settled();
	clock.mockRestore();
	waiting.mockRestore();
	const [delivery] = service.control.deliveries();
	expect(delivery).toMatchObject({
		state: 'failed',
		attempts: [{ status: null, error: expect.stringContaining('timeout'), durationMs: 50 }],
	});
});

test('an attempt fails when no receiver listens', async () => {
	const service = await start({ retryDelays: [] });
	const receiver = await receive(200);
	await receiver.stop();
	await subscribe(service, receiver.url, ['quest.completed']);
	service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.ada);
	await service.control.settled();
	expect(service.control.deliveries()).toMatchObject([
		{ state: 'failed', attempts: [{ status: null, error: expect.stringContaining('ECONNREFUSED') }] },
	]);
});

test('a deleted webhook gets no retries', async () => {
	const service = await start({ retryDelays: [100] });
	const receiver = await receive(500);
	const id = await subscribe(service, receiver.url, ['quest.completed']);
	service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.ada);
	await send(service, 'DELETE', `/api/v1/realm/${service.realmId}/webhooks/${id}`);
	await service.control.settled();
	expect(receiver.received).toHaveLength(1);
	expect(service.control.deliveries()).toMatchObject([{ state: 'cancelled' }]);
});

test('a delivery can be repeated byte for byte, as an at-least-once service does', async () => {
	const [service, receiver] = [await start(), await receive(200)];
	await subscribe(service, receiver.url, ['quest.completed'], 'secret');
	const [delivery] = service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.ada);
	await service.control.settled();
	service.control.repeatDelivery(delivery?.id ?? '');
	await service.control.settled();
	const [first, second] = receiver.received;
	expect(second?.body).toEqual(first?.body);
	expect(second?.headers['x-service-signature']).toBe(first?.headers['x-service-signature']);
});

test('stopping ends waiting retries and slow receivers at once', async () => {
	const service = await start({ retryDelays: [60_000] });
	const [failing, silent] = [await receive(500), await receive('never')];
	await subscribe(service, failing.url, ['quest.completed']);
	await subscribe(service, silent.url, ['quest.completed']);
	service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.ada);
	await until('both to be asked', () => failing.received.length > 0 && silent.received.length > 0);
	await service.stop();
	expect([failing.received.length, silent.received.length]).toEqual([1, 1]);
	expect(service.control.deliveries().map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
});

test('events of the realm are sent in the documented shapes', async () => {
	const [service, receiver] = [await start(), await receive(200)];
	const types = [
		'member.joined',
		'member.left',
		'member.points.awarded',
		'quest.completed',
		'quest.started',
		'store.purchase.completed',
	];
	await subscribe(service, receiver.url, types);
	const { ids, control } = service;
	const { id } = control.joinMember('nora');
	control.startQuest(ids.quests.firstSteps, id);
	control.completeQuest(ids.quests.firstSteps, id);
	control.buyItem(ids.storeItems.poster, ids.members.jonas);
	control.leaveMember(id);
	await control.settled();

	const events = receiver.received.map(
		({ body }) => JSON.parse(String(body)) as { type: string; data: object },
	);
	expect(events.map(({ type }) => type).sort()).toEqual(types);
	expect(events.find(({ type }) => type === 'member.points.awarded')?.data).toMatchObject({
		member: { id, username: 'nora' },
		points: { amount: 50, realmPoint: { id: ids.currencies.stars, name: 'Stars', emoji: '⭐' } },
		newBalance: 50,
	});
	expect(events.find(({ type }) => type === 'quest.completed')?.data).toMatchObject({
		quest: { id: ids.quests.firstSteps, name: 'First steps', type: 'ONBOARDING' },
		rewards: [{ type: 'points', amount: 50, realmPointId: ids.currencies.stars }],
	});
	expect(service.contractViolations).toEqual([]);
});
