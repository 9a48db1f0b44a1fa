import { startService, type Service } from '../../sandbox/service';
import { ownInstalls } from '../fixtures/scenarios/app';
import { send } from './testing';

let service: Service;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.control.reset());
afterEach(() => expect(service.contractViolations).toEqual([]));
afterAll(() => service.stop());

interface List {
	data: Array<{ id: string; realmId: string; platformType: string; realm: { name: string } }>;
	meta: Record<string, unknown>;
}

const get = async (path: string, query: Record<string, string> = {}, key?: string) =>
	await send(service, 'GET', path, { query, key });
const realmsPath = (appId: string = service.ids.app.appId) => `/api/v1/apps/${appId}/authorized-realms`;
const installsPath = (appId: string = service.ids.app.appId) =>
	`/api/v1/realms/${service.realmId}/apps/${appId}/installs`;
const list = async (path: string, query: Record<string, string> = {}) =>
	(await get(path, query)).json as List;

test('an app gets its realms page by page, with the cursor of the next page or null', async () => {
	ownInstalls(service);
	const first = await list(realmsPath(), { take: '3' });
	expect(first.data).toHaveLength(3);
	expect(first.meta).toEqual({ totalCount: 5, hasNextPage: true, nextCursor: first.data[2]!.id });
	const last = await list(realmsPath(), { take: '3', from: String(first.meta.nextCursor) });
	expect(last.meta).toEqual({ totalCount: 5, hasNextPage: false, nextCursor: null });
	expect(new Set([...first.data, ...last.data].map(({ realmId }) => realmId)).size).toBe(5);
	expect(last.data[1]).toMatchObject({ platformType: 'custom' });
});

test('other keys are refused: of another app, of the realm, and without an app', async () => {
	const { otherApp, noApp, otherRealm, admin } = service.keys;
	for (const path of [realmsPath(), `${realmsPath()}/search?type=realmId&values=x`]) {
		for (const key of [otherApp, noApp, otherRealm]) {
			expect(await get(path, {}, key)).toMatchObject({ status: 403, json: { error: 'Forbidden' } });
		}
	}
	expect((await get(realmsPath(service.ids.otherApp.appId), {}, admin)).status).toBe(403);
});

test('realms are found by their id or the id of their platform, in cursor pages', async () => {
	const [first, second] = ownInstalls(service);
	const search = `${realmsPath()}/search`;
	const one = await list(search, { type: 'realmId', values: `${first},${second},nowhere`, take: '1' });
	expect(one).toMatchObject({ data: [{ realmId: first }], meta: { hasNextPage: true, totalCount: 2 } });
	const two = await list(search, {
		type: 'realmId',
		values: `${first},${second}`,
		from: String(one.meta.endCursor),
	});
	expect(two).toMatchObject({ data: [{ realmId: second }], meta: { hasNextPage: false } });
	expect((await list(search, { type: 'platformId', values: 'server-c' })).data).toHaveLength(1);
	expect((await list(search, { type: 'platformId', values: 'server' })).data).toEqual([]);
});

test('installations come newest first, and can be sorted and searched by data of the realm', async () => {
	ownInstalls(service);
	const names = async (query: Record<string, string>) =>
		(await list(installsPath(), query)).data.map(({ realm }) => realm.name);
	const dates = (await list(installsPath())).data.map(
		({ id }) => service.state.installs.find((one) => one.id === id)!.createdAt,
	);
	expect(dates).toEqual([...dates].sort().reverse());
	expect(await names({ sortBy: 'realmName', sortOrder: 'asc' })).toEqual([
		'Club c',
		'Club d',
		'Club e',
		'Lighthouse Club',
		'Tide Pool',
	]);
	expect(await names({ search: 'TIDE' })).toEqual(['Tide Pool']);
	expect((await names({ sortBy: 'memberCount', sortOrder: 'asc' }))[0]).toBe('Tide Pool');
	expect((await list(installsPath(), { limit: '2', page: '2' })).meta).toEqual({
		total: 5,
		page: 2,
		limit: 2,
		totalPages: 3,
		hasNextPage: true,
		hasPreviousPage: true,
	});
});

test('invalid requests are refused in the form of each operation', async () => {
	expect(await get(installsPath(service.ids.otherApp.appId))).toMatchObject({
		status: 404,
		json: { error: 'There is no such app.' },
	});
	expect(await get(realmsPath('f'.repeat(24)))).toMatchObject({ status: 404, json: { error: 'Not Found' } });
	const bad = [
		realmsPath('club-bot'),
		`${realmsPath()}?from=nowhere`,
		`${realmsPath()}?take=many`,
		`${realmsPath()}?take=0`,
		`${realmsPath()}/search?type=name&values=x`,
		`${realmsPath()}/search?type=realmId`,
		`${realmsPath()}/search?type=realmId&values=x&take=101`,
		`${installsPath()}?sortBy=name`,
		`${installsPath()}?limit=101`,
	];
	for (const path of bad) expect([path, (await get(path)).status]).toEqual([path, 400]);
});
