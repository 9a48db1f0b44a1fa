import { startService, type Service } from '../../sandbox/service';
import { setClock } from '../harness/clock';
import { send } from './testing';

let service: Service;

beforeAll(async () => {
	service = await startService();
});

beforeEach(() => service.control.reset());

afterAll(async () => {
	await service.stop();
	expect(service.contractViolations).toEqual([]);
});

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
	expect(await exchange({ code: newCode() }, keys.otherApp)).toMatchObject({ error: 'invalid_code_client' });
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
