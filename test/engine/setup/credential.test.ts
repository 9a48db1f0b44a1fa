import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IDataObject,
	INodeParameters,
} from 'n8n-workflow';
import { CredentialTestContext } from 'n8n-core';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementConsentTrigger } from '../../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagementPollTrigger } from '../../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { RewardsEngagementTrigger } from '../../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';
import { makeCertificate } from '../../harness/tls/certificate';
import { freePort } from '../../harness/process/ports';
import { additionalData, runNode } from '../engine';
import { passOn, startForwardProxy, startTlsFront } from '../proxies';
import { useService, withoutPauses } from '../sandbox';
import { OneCredential } from '../../harness/engine/additionalData';
import { byId } from '../../harness/workflows/nodes';

const service = useService();

describe('the test of a credential', () => {
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

	it.each(['Bearer ', ' bearer  '])(
		'a key that was pasted with %j before it passes, also in a run',
		async (word) => {
			const changes = { apiKey: `${word}${service.keys.admin}` };
			expect(await tested(changes)).toMatchObject({ status: 'OK' });
			const parameters = { resource: 'realm', operation: 'get' };
			const { items } = await runNode({ credential: service.credential(changes), parameters });
			expect(items).toMatchObject([{ json: { id: service.realmId } }]);
		},
	);

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
		[
			503,
			{ error: 'Down' },
			'The service could not process the request (status 503): Down. Try again later.',
		],
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
});

describe('a credential in a run', () => {
	withoutPauses();

	const pay = async (
		credential: ICredentialDataDecryptedObject,
		input: IDataObject[],
		onError?: 'continueErrorOutput',
		changes: INodeParameters = {},
	) =>
		await runNode({
			credential: { ...service.credential(), ...credential },
			parameters: {
				resource: 'member',
				operation: 'transferBalance',
				serviceId: byId(service.ids.members.bonusPool),
				recipientId: byId(service.ids.members.ada),
				currencyId: byId(service.ids.currencies.stars),
				amount: 1,
				...changes,
			},
			input,
			onError,
		});
	const ownRealm = () => service.credential().realmId as string;
	const applied = () => service.requests.filter(({ acted }) => acted).length;
	const items = (...realms: string[]) => realms.map((realm) => ({ realm }));

	it('reports the same of every item where the run goes on after errors', async () => {
		const { errorItems: failed } = await pay(
			{ realmId: '={{ $json.realm }}' },
			items('a', 'b'),
			'continueErrorOutput',
		);
		expect(failed).toHaveLength(2);
		expect(service.requests).toEqual([]);
	});

	it.each([
		['an expression that gives every item the same', '={{ $json.realm }}'],
		['an expression that names more than the item', '={{ $workflow.id && $json.realm }}'],
	])('pays every item by %s', async (_what, realmId) => {
		const own = ownRealm();
		const { items: paid } = await pay({ realmId }, items(own, own, own));
		expect(paid).toHaveLength(3);
		expect(applied()).toBe(3);
	});

	it('takes the realm of a single item', async () => {
		await pay({ realmId: '={{ $json.realm }}' }, items(ownRealm()));
		expect(applied()).toBe(1);
	});

	it('sends nothing where an expression of the credential fails for the last item', async () => {
		const { errorItems: failed } = await pay(
			{ realmId: '={{ $json.realm.id.trim() }}' },
			[{ realm: { id: ownRealm() } }, {}],
			'continueErrorOutput',
		);
		expect(failed.map(({ json }) => (json.details as IDataObject).outcome)).toEqual([
			'notApplied',
			'notApplied',
		]);
		expect(service.requests).toEqual([]);
	});

	describe('a credential that may differ for each item', () => {
		const whatever = [
			'{{ $json.realm }}',
			'{{$json["realm"]}}',
			"{{ $('Start').item.json.realm }}",
			'{{ $input.item.json.realm }}',
			'{{ $itemIndex === 2 ? "another" : $input.first().json.realm }}',
			'{{ $input.all()[$itemIndex].json.realm }}',
			'{{ [$json].map((one) => one.realm)[0] }}',
			'{{ $vars.none ?? $json.realm }}',
		];

		it.each(whatever)('is refused for any expression about the item: %s', async (code) => {
			const { error } = await pay({ realmId: `=${code}` }, items(ownRealm(), ownRealm(), 'another'));
			expect(error?.message).toContain('Not sent: the credential has different values for item 2 and item 0');
			expect(service.requests).toEqual([]);
		});

		it.each(['baseUrl', 'apiKey', 'appUrl', 'clientId'])('is refused, in the field %s too', async (field) => {
			const { error } = await pay(
				{ [field]: `={{ $json.realm }}` },
				items('https://a.example', 'https://b.example'),
			);
			expect(error?.message).toContain('Not sent: the credential has different values for item 1 and item 0');
			expect(service.requests).toEqual([]);
		});
	});

	describe('reads of the credential', () => {
		const countOf = async (
			credential: ICredentialDataDecryptedObject,
			count: number,
			changes?: INodeParameters,
		) => {
			const spy = jest.spyOn(OneCredential.prototype, 'getDecrypted');
			await pay(credential, Array<IDataObject>(count).fill({ realm: ownRealm() }), undefined, changes);
			const { length } = spy.mock.calls;
			spy.mockRestore();
			return length;
		};

		it('do not grow with the items', async () => {
			expect(await countOf({}, 1)).toBe(1);
			expect(await countOf({}, 40)).toBe(2);
			expect(await countOf({ realmId: '={{ $json.realm }}' }, 40)).toBe(2);
		});

		it.each<[string, () => INodeParameters]>([
			['reads', () => ({ resource: 'realm', operation: 'get' })],
			['lists', () => ({ resource: 'currency', operation: 'getMany', limit: 1 })],
			['searches', () => ({ resource: 'member', operation: 'search', type: 'username', values: 'ada' })],
			[
				'payments in bulk',
				() => ({
					operation: 'updateBalances',
					serviceId: byId(service.ids.members.ada),
					currencyId: byId(service.ids.currencies.stars),
				}),
			],
			['dry runs', () => ({ options: { dryRun: true } })],
		])('are two for a thousand items: %s', async (_what, changes) => {
			expect(await countOf({}, 1000, changes())).toBe(2);
		});
	});
});
