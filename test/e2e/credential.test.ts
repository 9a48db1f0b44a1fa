import fs from 'node:fs';

import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import type { NodeTypeSummary } from '../harness/n8n/client';
import { createCredential } from '../harness/workflows/questBonus';
import { manualWorkflow, MANUAL_TRIGGER } from '../harness/workflows/nodes';
import { startReceiver, type Receiver, type Reply } from '../harness/http/receiver';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';

const PACKAGE = 'n8n-nodes-rewards-engagement';
const NODE = `${PACKAGE}.rewardsEngagement`;
const TRIGGER = `${PACKAGE}.rewardsEngagementTrigger`;
const CREDENTIAL = 'rewardsEngagementApi';

const WRONG_KEY =
	/^The service did not accept the API key\. Create a new key in .* and enter it in the credential\. The service says: ".+"\.$/;
const NOT_ALLOWED =
	/^The API key is not allowed to do this: .+\. (Check the realm ID, or use a key of this realm|Give the key the permission realm:read)/;
const UNKNOWN_REALM =
	/^The requested record was not found: .+\. Copy the realm ID from the URL of the realm in the dashboard\. Requested: \/api\/v1\/realms\/\w+\. Check "Realm ID" \(\w+\)/;
const ANOTHER_SITE = 'This address responded, but it is not the rewards API. Check the base URL.';

const NO_REALM = /^"Realm ID" is empty or contains a slash$/;

const PAGE = '<!doctype html><title>Welcome</title><h1>Welcome</h1>';

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await shareTestEnvironment();
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

interface Access {
	baseUrl: string;
	realmId: string;
	apiKey: string;
}

/** A valid credential. */
function access(): Access {
	const { baseUrl, realmId, keys } = environment.service;
	return { baseUrl, realmId, apiKey: keys.admin };
}

describe('the test of the credential', () => {
	const sites: Receiver[] = [];
	const told: string[] = [];

	afterAll(async () => await Promise.all(sites.map(async (one) => await one.stop())));

	/** The message after a person saves this credential. */
	async function tested(changes: Partial<Access>): Promise<{ status: string; message: string }> {
		const data = { ...access(), ...changes };
		const result = await environment.client.testCredential({ name: 'Tried', type: CREDENTIAL, data });
		told.push(result.message);
		return result;
	}

	/** The address of a web site that always gives the same response. */
	async function site(
		status: number,
		body: string,
		headers: Reply['headers'] = { 'content-type': 'text/html' },
	): Promise<string> {
		const receiver = await startReceiver(() => ({ status, headers, body }));
		sites.push(receiver);
		return receiver.url;
	}

	it.each([
		['is as it should be', () => ({})],
		[
			'ends its address with the path of the API',
			() => ({ baseUrl: `${environment.service.baseUrl}/api/v1` }),
		],
		[
			'was pasted with blanks around it',
			() => ({
				baseUrl: ` ${environment.service.baseUrl} `,
				realmId: ` ${environment.service.realmId} `,
				apiKey: `\t${environment.service.keys.admin}\n`,
			}),
		],
	])('succeeds when it %s', async (_description, changes) => {
		expect(await tested(changes())).toEqual({ status: 'OK', message: 'Connection successful!' });
	});

	it.each([
		['a wrong key', () => ({ apiKey: 'a-key-that-nobody-gave-out' }), WRONG_KEY],
		['the key of another realm', () => ({ apiKey: environment.service.keys.otherRealm }), NOT_ALLOWED],
		['an unknown realm', () => ({ realmId: '64b7f1c2a9d3e45f60718293' }), UNKNOWN_REALM],
		['a realm ID that leads elsewhere', () => ({ realmId: '..' }), NO_REALM],
		['an empty realm ID', () => ({ realmId: ' ' }), NO_REALM],
		['a realm ID with a slash', () => ({ realmId: 'a/b' }), NO_REALM],
	])('reports %s', async (_description, changes, message) => {
		expect(await tested(changes())).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	});

	it.each([
		['says 404 with a page', 404, PAGE, undefined],
		['says 200 with a page', 200, PAGE, undefined],
		['says 200 with broken JSON', 200, '{"id":', 'application/json'],
	])('reports an address where another site %s', async (_description, status, body, type) => {
		const baseUrl = await site(status, body, { 'content-type': type ?? 'text/html' });
		expect(await tested({ baseUrl })).toEqual({ status: 'Error', message: ANOTHER_SITE });
	});

	it('reports an address that redirects elsewhere, and does not send the key there', async () => {
		const baseUrl = await site(301, '', { location: `${environment.service.baseUrl}/api/v1` });
		const seenBefore = environment.service.requests.length;
		expect(await tested({ baseUrl })).toEqual({
			status: 'Error',
			message: `The service redirected the request to ${environment.service.baseUrl}/api/v1. Your API key is not sent to another address. Enter the final address as base URL in the credential.`,
		});
		expect(environment.service.requests).toHaveLength(seenBefore);
	});

	it.each([
		[
			'with a password',
			() => 'https://a:b@api.example.com',
			'"Base URL" must not contain a user name or password',
		],
		['with a query', () => 'https://api.example.com/?a=', '"Base URL" must not contain "?" or "#"'],
	])('refuses an address %s', async (_description, baseUrl, message) => {
		expect(await tested({ baseUrl: baseUrl() })).toEqual({ status: 'Error', message });
	});

	it('shows the key in no message, and n8n writes none into its log', () => {
		const { keys } = environment.service;
		const all = [...Object.values(keys), 'a-key-that-nobody-gave-out'];
		const log = fs.readFileSync(environment.n8n.logFile, 'utf8');
		expect(told.length).toBeGreaterThan(10);
		for (const key of all) expect([...told, log].filter((text) => text.includes(key))).toEqual([]);
	});
});

it('lets the HTTP Request node call the service with the credential', async () => {
	const credential = await createCredential(environment.client, access());
	const { baseUrl, realmId, requests } = environment.service;
	const seenBefore = requests.length;
	const workflow = manualWorkflow('HTTP Request', [
		{
			name: 'Call',
			items: [{ realmId }],
			node: {
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				credentials: { [CREDENTIAL]: credential },
				parameters: {
					url: `=${baseUrl}/api/v1/realms/{{ $json.realmId }}`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: CREDENTIAL,
					options: {},
				},
			},
		},
	]);
	const execution = await environment.client.runToEnd(
		await environment.client.createWorkflow(workflow),
		MANUAL_TRIGGER,
	);
	expect(execution.status).toBe('success');
	const items = execution.data.resultData.runData.Call?.[0]?.data?.main[0];
	expect(items?.map(({ json }) => json.id)).toEqual([realmId]);
	expect(requests.slice(seenBefore)).toMatchObject([{ operationId: 'realm.get', key: 'admin', status: 200 }]);
});

describe('the editor is served', () => {
	let types: Map<string, NodeTypeSummary>;

	beforeAll(async () => {
		types = new Map((await environment.client.listNodeTypes()).map((type) => [type.name, type]));
	});

	async function expectThemedIcons(iconUrl: unknown): Promise<void> {
		const icons = iconUrl as { light: string; dark: string };
		const light = await environment.client.file(icons.light);
		const dark = await environment.client.file(icons.dark);
		for (const { status, contentType, text } of [light, dark]) {
			expect({ status, contentType }).toEqual({ status: 200, contentType: 'image/svg+xml' });
			expect(text).toContain('<svg');
		}
		expect(dark.text).not.toBe(light.text);
	}

	it.each([
		[NODE, 'Rewards and Engagement', 'operations'],
		[TRIGGER, 'Rewards and Engagement Trigger', 'trigger'],
	])(
		'%s, with icons for both themes, words to find it by, and documentation',
		async (name, displayName, page) => {
			const type = types.get(name);
			expect(type).toMatchObject({
				displayName,
				credentials: [{ name: CREDENTIAL, required: true }],
				codex: {
					categories: ['Marketing & Content', 'Sales'],
					alias: expect.arrayContaining(['Loyalty', 'Points']),
					resources: {
						primaryDocumentation: [{ url: expect.stringMatching(new RegExp(`/docs/${page}\\.md$`)) }],
					},
				},
			});
			await expectThemedIcons(type?.iconUrl);
		},
	);

	it('the node as a tool for AI agents', () => {
		expect(types.get(`${NODE}Tool`)).toMatchObject({ outputs: ['ai_tool'], codex: { categories: ['AI'] } });
		expect(types.get(`${TRIGGER}Tool`)).toBeUndefined();
	});

	it('the credential, with icons for both themes, for the node and its trigger', async () => {
		const type = (await environment.client.listCredentialTypes()).find(({ name }) => name === CREDENTIAL);
		expect(type).toMatchObject({
			displayName: 'Rewards and Engagement API',
			documentationUrl: expect.stringMatching(/\/blob\/main\/README\.md$/),
			supportedNodes: expect.arrayContaining([NODE, TRIGGER]),
		});
		await expectThemedIcons(type?.iconUrl);
	});

	it.each(registry.remoteOperations.map(({ resource, name }) => [resource, name]))(
		'the output schema of %s.%s',
		async (resource, name) => {
			const { status, text } = await environment.client.file(`schemas/${NODE}/1/${resource}/${name}.json`);
			expect(status).toBe(200);
			expect(JSON.parse(text)).toMatchObject({ type: 'object', properties: expect.any(Object) });
		},
	);

	it('no output schema for an operation that does not exist', async () => {
		expect(await environment.client.file(`schemas/${NODE}/1/member/fly.json`)).toMatchObject({ status: 404 });
	});

	it('the output schema of the trigger', async () => {
		const { status, text } = await environment.client.file(`schemas/${TRIGGER}/1/output.json`);
		expect(status).toBe(200);
		expect(Object.keys((JSON.parse(text) as { properties: object }).properties)).toEqual(
			expect.arrayContaining(['eventId', 'type', 'timestamp', 'realmId', 'data']),
		);
	});
});

it('the service never broke its API document', () => {
	expect(environment.service.contractViolations).toEqual([]);
});
