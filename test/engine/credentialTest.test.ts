import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';
import { CredentialTestContext } from 'n8n-core';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';
import { makeCertificate } from '../harness/tls/certificate';
import { freePort } from '../harness/process/ports';
import { additionalData } from './engine';
import { startForwardProxy } from './forwardProxy';
import { useService } from './sandbox';
import { passOn, startTlsFront } from './tlsFront';

const service = useService();

const nodes = [
	new RewardsEngagement(),
	new RewardsEngagementTrigger(),
	new RewardsEngagementPollTrigger(),
	new RewardsEngagementConsentTrigger(),
];

/** Tests a credential like n8n: with a node that names the test, and n8n's helpers. */
async function tested(changes: ICredentialDataDecryptedObject = {}) {
	const data = { ...service.credential(), ...changes };
	const context = new CredentialTestContext(additionalData(data, 'internal')) as ICredentialTestFunctions;
	const credential = { id: '1', name: 'Test', type: 'rewardsEngagementApi', data };
	return await nodes[0]!.methods.credentialTest.rewardsEngagementApiTest.call(context, credential);
}

it.each(nodes.map((node) => [node.description.name, node] as const))(
	'%s names the test of the credential and has it, because n8n uses the first node that it finds',
	(_name, { description, methods }) => {
		const [{ testedBy } = {}] = description.credentials ?? [];
		expect(Object.keys(methods.credentialTest)).toEqual([testedBy]);
	},
);

it('a valid credential passes', async () => {
	expect(await tested()).toEqual({ status: 'OK', message: 'Connection successful!' });
	expect(service.requests).toMatchObject([{ operationId: 'realm.get', status: 200 }]);
});

it.each(['Not Found', 'NotFound'])('a missing realm is recognized by the code %j', async (error) => {
	service.control.addFault({
		operation: 'realm.get',
		kind: 'status',
		status: 404,
		times: 1,
		body: { error, message: 'There is no such realm.' },
	});
	expect((await tested()).message).toContain(
		`There is no such realm. Copy the realm ID from the URL of the realm in the dashboard. Requested: /api/v1/realms/${service.realmId}. Check "Realm ID" (${service.realmId}), and the base URL ${service.baseUrl} in the credential.`,
	);
});

it.each<[number, object | string, string]>([
	[
		401,
		{ error: 'Unauthorized' },
		`The service did not accept the API key. Create a new key in the dashboard's developer area, under the project API tab, and enter it in the credential. The service says: "Unauthorized".`,
	],
	[
		403,
		{ error: 'Forbidden' },
		'The API key is not allowed to do this: Forbidden. Use a key of this realm that has the required permission, most likely realm:read. A key has the rights of the user who created it, in its own realm.',
	],
	[
		403,
		{ error: 'Forbidden', message: 'The API key belongs to another realm.' },
		'The API key is not allowed to do this: The API key belongs to another realm. Check the realm ID, or use a key of this realm with more rights. A key has the rights of the user who created it, in its own realm.',
	],
	[
		422,
		{ error: 'Unprocessable', message: 'It has too few digits' },
		'The service rejected the values: It has too few digits. Copy the realm ID from the URL of the realm in the dashboard. Correct the values, then run it again.',
	],
	[
		429,
		{ error: 'Too Many Requests' },
		'The service is receiving too many requests. The service says: "Too Many Requests". Try again later.',
	],
	[503, { error: 'Down' }, 'The service could not process the request (status 503): Down. Try again later.'],
])('status %i with %j is reported in the words of the nodes', async (status, body, message) => {
	service.control.addFault({ operation: 'realm.get', kind: 'status', status, times: 1, body });
	expect(await tested()).toEqual({ status: 'Error', message });
});

it.each([
	['what has no ID', 200, { message: 'no such realm' }],
	['a 404 of another site', 404, { message: 'no such route' }],
])('%s is no realm', async (_what, status, body) => {
	service.control.addFault({ operation: 'realm.get', kind: 'status', status, times: 1, body });
	expect((await tested()).message).toMatch(/^This address responded, but it is not/);
});

it('an address without a response is reported in our words, followed by those of the system', async () => {
	const port = await freePort();
	expect(await tested({ baseUrl: `http://127.0.0.1:${port}` })).toEqual({
		status: 'Error',
		message: `Could not connect to the service at http://127.0.0.1:${port}. Check the base URL in the credential and the network or proxy settings of n8n. The system says: connect ECONNREFUSED 127.0.0.1:${port}.`,
	});
	expect((await tested({ baseUrl: 'http://no-such-host.invalid' })).message).toMatch(
		/^Could not connect to the service at http:\/\/no-such-host\.invalid\. .* The system says: getaddrinfo (ENOTFOUND|EAI_AGAIN) /,
	);
});

it('a certificate that n8n does not trust is reported in our words', async () => {
	const alone = makeCertificate({ subject: 'The service', hosts: ['localhost'] });
	const front = await startTlsFront([alone], passOn(service.baseUrl));
	try {
		expect((await tested({ baseUrl: front.url })).message).toMatch(
			/^The certificate of the service was not accepted: n8n does not trust it\. .*If you trust it, .*: self-signed certificate\.$/,
		);
		expect(front.requests).toEqual([]);
	} finally {
		await front.stop();
	}
});

it.each([
	['', '"Base URL" must start with https:// (or http://)'],
	['ftp://api.example.com', '"Base URL" must start with https:// (or http://)'],
])('the address %j is refused before anything is sent', async (baseUrl, message) => {
	expect(await tested({ baseUrl })).toEqual({ status: 'Error', message });
	expect(service.requests).toEqual([]);
});

it('the key is in no message, also where the service quotes it', async () => {
	const apiKey = 'rk_live_8dJq2LmX0vTn5Wm3';
	const { message } = await tested({ apiKey, baseUrl: `http://${apiKey}.invalid` });
	expect(message).toMatch(/^Could not connect to the service at http:\/\/\[hidden\]/);
	expect(message).not.toContain(apiKey.slice(0, 8));
});

describe('behind a proxy', () => {
	const NAMES = ['HTTP_PROXY', 'NO_PROXY'] as const;
	const before = NAMES.map((name) => process.env[name]);
	afterEach(() => {
		for (const [index, name] of NAMES.entries()) {
			if (before[index] === undefined) delete process.env[name];
			else process.env[name] = before[index];
		}
	});

	it('the test goes through it, as the nodes do', async () => {
		const proxy = await startForwardProxy();
		try {
			process.env.HTTP_PROXY = proxy.url;
			delete process.env.NO_PROXY;
			expect((await tested()).status).toBe('OK');
			expect(proxy.asked).toEqual([expect.stringContaining(`${service.baseUrl}/api/v1/realms/`)]);
			await proxy.stop();
			expect((await tested()).message).toMatch(/^Could not connect to the service at /);
		} finally {
			await proxy.stop();
		}
	});
});
