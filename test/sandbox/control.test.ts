import { startService, type Service } from '../../sandbox/service';
import { until } from '../harness/process/wait';
import { send, startReceiver, type Reply } from './testing';

let service: Service;

beforeAll(async () => {
	service = await startService({ retryDelays: [] });
});

beforeEach(() => service.control.reset());

afterAll(() => service.stop());

const get = (path: string) => send(service, 'GET', `/sandbox${path}`, { key: null });

const post = (path: string, body?: unknown): Promise<Reply> =>
	send(service, 'POST', `/sandbox${path}`, { key: null, body });

test('the overview contains everything that a new user needs', async () => {
	expect((await get('')).json).toMatchObject({
		baseUrl: service.baseUrl,
		appUrl: service.appUrl,
		realmId: service.realmId,
		key: service.keys.admin,
		ids: { members: { ada: service.ids.members.ada } },
	});
});

test('completing a quest pays through the ledger and sends events to the webhooks', async () => {
	const receiver = await startReceiver(200);
	const body = { url: receiver.url, events: ['quest.completed', 'member.points.awarded'] };
	await send(service, 'POST', `/api/v1/realm/${service.realmId}/webhooks`, { body });
	const { newcomer } = service.ids.members;

	const { status } = await post(`/quests/${service.ids.quests.weeklyWalk}/complete`, { memberId: newcomer });
	await service.control.settled();

	expect(status).toBe(200);
	const ledger = (await get('/ledger')).json as ReturnType<Service['control']['ledger']>;
	expect(ledger.accounts.filter(({ holder }) => holder === newcomer).map(({ balance }) => balance)).toEqual([
		120, 1,
	]);
	expect(ledger.sum).toBe(0);
	expect((await get('/deliveries')).json).toMatchObject({
		data: [{ type: 'quest.completed' }, { type: 'member.points.awarded' }, { type: 'member.points.awarded' }],
	});
	await receiver.stop();
});

test('an unknown quest or member is a 404, a wrong body a 400', async () => {
	const { firstSteps } = service.ids.quests;
	expect((await post('/quests/none/complete', { memberId: service.ids.members.ada })).status).toBe(404);
	expect((await post(`/quests/${firstSteps}/complete`, { memberId: 'none' })).status).toBe(404);
	expect((await post(`/quests/${firstSteps}/complete`, { member: 'none' })).status).toBe(400);
});

test('a store item is not bought when the balance is too low', async () => {
	const { storeItems, members } = service.ids;
	expect((await post(`/store/${storeItems.mug}/buy`, { memberId: members.newcomer })).status).toBe(422);
	expect((await post(`/store/${storeItems.mug}/buy`, { memberId: members.jonas })).json).toMatchObject({
		purchase: { totalPrice: 250, isFinalized: false },
	});
});

test('every other function responds over HTTP', async () => {
	const { quests, members, app } = service.ids;
	const paths: Array<[string, unknown]> = [
		[`/quests/${quests.firstSteps}/start`, { memberId: members.ada }],
		['/members', { username: 'nora' }],
		[`/members/${members.jonas}/leave`, undefined],
		['/events', { type: 'weather.changed', data: { sunny: true } }],
		[`/apps/${app.clientId}/consent`, { memberId: members.ada }],
		[`/apps/${app.clientId}`, { redirectUri: 'http://127.0.0.1:1/back', returnsState: true }],
		['/rate-limit', { limit: 10, windowSeconds: 1 }],
		['/rate-limit', { limit: null }],
	];
	for (const [path, body] of paths) expect([path, (await post(path, body)).status]).toEqual([path, 200]);
	expect((await post('/deliveries/none/repeat')).status).toBe(404);
	expect(service.contractViolations).toEqual([]);
});

test('a reset restores the seed and removes everything else', async () => {
	service.control.leaveMember(service.ids.members.ada);
	service.control.addFault({ operation: '*', kind: 'status', status: 500 });
	await send(service, 'GET', `/api/v1/realms/${service.realmId}`);
	await post('/reset');
	expect(service.requests).toEqual([]);
	expect(service.control.faults()).toEqual([]);
	expect(service.control.deliveries()).toEqual([]);
	const { status, json } = await send(service, 'GET', `/api/v1/realm/${service.realmId}/members/search`, {
		query: { type: 'username', values: 'ada' },
	});
	expect([status, json]).toMatchObject([200, { meta: { total: 1 } }]);
});

describe('a move', () => {
	let service: Service;

	beforeEach(async () => void (service = await startService()));

	afterEach(() => service.stop());

	const overview = async (baseUrl: string) => (await fetch(`${baseUrl}/sandbox`)).json();

	test('after a move the service is found only at its new address, which it tells', async () => {
		const addresses = [service.baseUrl];
		for (let move = 0; move < 3; move++) {
			await service.move();
			addresses.push(service.baseUrl);
			expect(await overview(service.baseUrl)).toMatchObject({
				baseUrl: service.baseUrl,
				appUrl: service.appUrl,
			});
		}
		expect(service.appUrl).toBe(service.baseUrl);
		expect(new Set(addresses).size).toBe(4);
		for (const former of addresses.slice(0, -1)) await expect(overview(former)).rejects.toThrow();
	});

	test('a move loses neither records nor a response under way', async () => {
		const { ada } = service.ids.members;
		service.control.leaveMember(ada);
		service.control.addFault({ operation: 'member.getMany', kind: 'delay', delay: 100 });
		const underWay = send(service, 'GET', `/api/v1/realms/${service.realmId}/members`);
		await until('the request', () => service.requests.length > 0);
		await service.move();
		const { status, text } = await underWay;
		expect(status).toBe(200);
		expect(text).not.toContain(ada);
		expect(service.requests).toHaveLength(1);
	});
});
