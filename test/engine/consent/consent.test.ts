import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../engine';
import { useService } from '../sandbox';

const service = useService();

const run = async (parameters: INodeParameters, credential = service.credential()) =>
	await runNode({ credential, parameters: { resource: 'consent', ...parameters } });

describe('the authorization URL', () => {
	const create = { operation: 'createAuthorizationUrl', redirectUri: 'https://example.com/back?user=7&x=é' };
	const withApp = () => service.credential({ appUrl: 'https://app.example/', clientId: 'club-bot' });

	it('names the app and the redirect URI, whose own query is kept, and sends nothing', async () => {
		const { items } = await run({ ...create, clientId: '' }, withApp());
		const url = new URL(items[0]!.json.authorizationUrl as string);
		expect(url.origin + url.pathname).toBe('https://app.example/oauth/authorize');
		expect(Object.fromEntries(url.searchParams)).toEqual({
			client_id: 'club-bot',
			redirect_uri: create.redirectUri,
		});
		expect(service.requests).toEqual([]);
	});

	it('takes the client ID of the item before that of the credential', async () => {
		const { items } = await run({ ...create, clientId: 'other-bot' }, withApp());
		expect(new URL(items[0]!.json.authorizationUrl as string).searchParams.get('client_id')).toBe(
			'other-bot',
		);
	});

	it('asks for the app URL when the credential has none', async () => {
		const { error } = await run({ ...create, clientId: 'club-bot' });
		expect(error?.description).toContain('"App URL"');
	});

	it.each([
		'javascript:alert(1)//',
		'ftp://app.example',
		'app.example',
		'https://',
		'https://user:word@app.example',
		'https://app.example?x=1',
		'https://app.example/#x',
	])('is not made with the app URL %s, which no browser opens as a page of the service', async (appUrl) => {
		const { error, items } = await run({ ...create, clientId: 'a' }, service.credential({ appUrl }));
		expect(error?.message).toMatch(
			/^"App URL" (must start with https:|must not contain|is not a web address)/,
		);
		expect(items).toEqual([]);
	});

	it.each(['javascript:alert(1)', 'app://back', 'https://example.com/#back', 'https://a@example.com/'])(
		'has no signed state for the redirect URI %s, which would not bring it back',
		async (redirectUri) => {
			const additionalFields = { stateSubject: 'x' };
			const { error } = await run({ ...create, clientId: 'a', redirectUri, additionalFields }, withApp());
			expect(error?.message).toContain('"Redirect URI" must be a web address without #');
		},
	);

	describe('with fields of a signed state', () => {
		const fieldsOf = async (additionalFields: INodeParameters) => {
			const { items, error } = await run({ ...create, clientId: '', additionalFields }, withApp());
			if (error) throw new Error(error.message);
			return Object.fromEntries(new URL(items[0]!.json.authorizationUrl as string).searchParams);
		};

		it.each([{ stateSubject: 'x' }, { stateLifetime: 5 }, { signedState: 'parameter' }])(
			'is signed with %j',
			async (fields) => {
				expect((await fieldsOf(fields)).state).toMatch(/^v1\.[\w-]+\.[\w-]{43}$/);
			},
		);

		it('never shows the API key', async () => {
			const { state } = await fieldsOf({ stateSubject: 'x' });
			const payload = Buffer.from(state!.split('.')[1]!, 'base64url').toString();
			expect(payload).not.toContain(service.keys.admin);
		});

		it.each([0, 0.5, 43_201, 'soon'])('is not made with a lifetime of %j', async (stateLifetime) => {
			await expect(fieldsOf({ stateLifetime })).rejects.toThrow('"State Lifetime" must be');
		});
	});

	it('asks for the client ID when there is none', async () => {
		const { error } = await run(
			{ ...create, clientId: '' },
			service.credential({ appUrl: 'https://app.example' }),
		);
		expect(error?.message).toBe('"Client ID" is required: enter it here or in the credential');
	});
});

describe('exchanging a code', () => {
	const exchange = (code: string, apiKey: string = service.keys.admin) =>
		run({ operation: 'exchangeCode', code }, service.credential({ apiKey }));
	const newCode = () => service.control.consent(service.ids.app.clientId, service.ids.members.ada);

	it('gives the member who consented', async () => {
		const { items } = await exchange(newCode());
		expect(items[0]?.json).toEqual({ serviceId: service.ids.members.ada });
	});

	it('says what to do about a code that was used', async () => {
		const code = newCode();
		await exchange(code);
		const { error } = await exchange(code);
		expect(error?.message).toBe('The service rejected the request: code_already_used');
		expect(error?.description).toContain('A code works once.');
	});

	it('says what to do about a code that is too old', async () => {
		const code = newCode();
		service.control.expireCode(code);
		expect((await exchange(code)).error?.description).toContain('A code works for 5 minutes.');
	});

	it('says what to do about a code that was made up', async () => {
		expect((await exchange('made-up')).error?.description).toContain('The service did not issue this code');
	});

	it('says what to do about a code of another app', async () => {
		const { error } = await exchange(newCode(), service.keys.otherApp);
		expect(error?.description).toContain('issued to another app');
	});

	it('is not sent again after a broken connection, because the code may be used up', async () => {
		service.control.addFault({ operation: 'consent.exchangeCode', kind: 'drop', when: 'after' });
		const { error } = await exchange(newCode());
		expect(error?.message).toMatch(/^Outcome unknown: /);
		expect(service.requests).toHaveLength(1);
	});
});

it('shows what an app says of itself', async () => {
	const { items } = await run({ operation: 'getApp', clientId: service.ids.app.clientId });
	expect(items[0]?.json).toMatchObject({ name: expect.any(String), verified: expect.any(Boolean) });
});
