import { startService, type Service } from '../../sandbox/service';
import { ownInstalls } from '../fixtures/scenarios/realm';
import { setClock } from '../harness/clock';
import { send } from './testing';

let service: Service;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.control.reset());
afterEach(() => {
	expect(service.control.ledger().sum).toBe(0);
	expect(service.contractViolations).toEqual([]);
});
afterAll(() => service.stop());

describe('consent', () => {
	const open = (clientId: string, redirectUri: string) =>
		send(service, 'GET', '/oauth/authorize', {
			key: null,
			query: { client_id: clientId, redirect_uri: redirectUri },
		});

	async function decide(decision: string, redirectUri: string = service.ids.app.redirectUri, state = 'a b') {
		const response = await fetch(`${service.appUrl}/oauth/authorize`, {
			method: 'POST',
			redirect: 'manual',
			body: new URLSearchParams({
				client_id: service.ids.app.clientId,
				redirect_uri: redirectUri,
				member_id: service.ids.members.hana,
				decision,
				state,
			}),
		});
		return { status: response.status, location: response.headers.get('location') ?? '' };
	}

	async function exchange(body: unknown, key: string = service.keys.admin) {
		const { status, json } = await send(service, 'POST', '/api/v1/auth/oauth/token', { key, body });
		return { status, ...(json as { serviceId?: string; error?: string }) };
	}

	const newCode = () => service.control.consent(service.ids.app.clientId, service.ids.members.hana);

	test('the page asks in a browser, and text of others stays text', async () => {
		const app = service.state.apps.get(service.ids.app.clientId);
		if (!app) throw new Error('The seeded app is missing.');
		app.name = '<script>alert("x")</script>';
		const { status, headers, text } = await open(app.clientId, app.redirectUri);
		expect(status).toBe(200);
		expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
		expect(text).toContain('Jonas &lt;Jo&gt; &quot;Zero&quot; Brandt');
		expect(text).not.toContain('<script');
		expect(text.match(/<button /g)).toHaveLength(2);
	});

	test('approving sends a code that gives the member’s id, once', async () => {
		const { status, location } = await decide('approve');
		expect(status).toBe(303);
		const { searchParams, origin, pathname } = new URL(location);
		expect(`${origin}${pathname}`).toBe(service.ids.app.redirectUri);
		expect(searchParams.get('response_type')).toBe('code');
		const body = {
			code: searchParams.get('code'),
			grant_type: 'authorization_code',
			redirect_uri: service.ids.app.redirectUri,
		};
		expect(await exchange(body)).toEqual({ status: 200, serviceId: service.ids.members.hana });
		expect(await exchange(body)).toEqual({ status: 400, error: 'code_already_used' });
	});

	test('denying sends no code', async () => {
		expect((await decide('deny')).location).toBe(`${service.ids.app.redirectUri}?error=access_denied`);
	});

	test('a query the address already has is kept', async () => {
		const redirectUri = 'http://127.0.0.1:5678/hook?member=a%20b';
		service.control.setRedirectUri(service.ids.app.clientId, redirectUri);
		expect((await decide('deny', redirectUri)).location).toBe(`${redirectUri}&error=access_denied`);
	});

	test('a state comes back only where the app is set to return it, and nothing else does', async () => {
		const { clientId, redirectUri } = service.ids.app;
		expect((await open(clientId, redirectUri)).text).not.toContain('name="state"');
		expect((await decide('approve')).location).not.toContain('state=');
		service.control.setConsentRules(clientId, { returnsState: true });
		const states = [await decide('approve'), await decide('deny')].map(({ location }) =>
			new URL(location).searchParams.get('state'),
		);
		expect(states).toEqual(['a b', 'a b']);
		const page = await send(service, 'GET', '/oauth/authorize', {
			key: null,
			query: { client_id: clientId, redirect_uri: redirectUri, state: '"><script>' },
		});
		expect(page.text).toContain('name="state" value="&quot;&gt;&lt;script&gt;"');
	});

	test('a redirect URI with another query is accepted if the app allows it, and the exchange must repeat it', async () => {
		const { clientId, redirectUri } = service.ids.app;
		const own = `${redirectUri}?user=7`;
		expect((await open(clientId, own)).status).toBe(400);
		service.control.setConsentRules(clientId, { comparesQuery: false });
		expect((await open(clientId, own)).text).toContain(`value="${own}"`);
		const { location } = await decide('approve', own);
		expect(location).toContain(`${own}&code=`);
		const code = new URL(location).searchParams.get('code');
		expect(await exchange({ code, redirect_uri: redirectUri })).toMatchObject({ error: 'invalid_code' });
		expect(await exchange({ code, redirect_uri: own })).toMatchObject({ status: 200 });
		expect((await open(clientId, 'https://elsewhere.example/?user=7')).status).toBe(400);
	});

	test('an address other than the registered one is refused, without a redirect', async () => {
		const { clientId, redirectUri } = service.ids.app;
		for (const uri of [`${redirectUri}/`, 'https://elsewhere.example/']) {
			const { status, headers } = await open(clientId, uri);
			expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
			expect(await decide('approve', uri)).toEqual({ status: 400, location: '' });
		}
		expect((await open('nobody', redirectUri)).status).toBe(400);
	});

	test('a code that cannot be exchanged is refused with the word that says why', async () => {
		const { keys } = service;
		expect(await exchange({ code: 'made-up' })).toMatchObject({ error: 'invalid_code' });
		expect(await exchange({ code: newCode() }, keys.noApp)).toMatchObject({ error: 'invalid_client' });
		expect(await exchange({ code: newCode() }, keys.otherApp)).toMatchObject({
			error: 'invalid_code_client',
		});
		const code = newCode();
		service.control.expireCode(code);
		expect(await exchange({ code })).toMatchObject({ error: 'code_expired' });
		expect(await exchange({ code: newCode(), grant_type: 'password' })).toMatchObject({ status: 400 });
	});

	test('a code is good for five minutes', () => {
		setClock(0);
		const { expiresAt } = service.state.codes.get(newCode()) ?? {};
		jest.useRealTimers();
		expect(expiresAt).toBe(300_000);
	});

	test('a null grant type and address are fine', async () => {
		const body = { code: newCode(), grant_type: null, redirect_uri: null };
		expect(await exchange(body)).toMatchObject({ status: 200 });
	});

	test('an app’s public information says whether it is verified', async () => {
		const get = (clientId: string) =>
			send(service, 'GET', '/api/v1/auth/oauth/client', { query: { client_id: clientId } });
		expect((await get(service.ids.app.clientId)).json).toMatchObject({ name: 'Club Bot', verified: true });
		expect(await get('nobody')).toMatchObject({ status: 400, json: { error: 'invalid_client' } });
	});
});

describe('the realms of an app', () => {
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
		expect(await get(realmsPath('f'.repeat(24)))).toMatchObject({
			status: 404,
			json: { error: 'Not Found' },
		});
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
});
