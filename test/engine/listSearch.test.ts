import { LoadOptionsContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { additionalData, credentialReference, nodeOf, workflowOf } from './engine';
import { NODE } from './nodeTypes';
import { startHttpServer, type HttpServer } from './httpServer';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();

/** Asks for a list as the editor does, which sends the parameters with its expressions resolved where it can. */
const list = async (
	name: string,
	shown: INodeParameters,
	filter?: string,
	credential = service.credential(),
) => {
	const node = { ...nodeOf('Node', NODE, shown), credentials: credentialReference() };
	const data = { ...additionalData(credential, 'integrated'), currentNodeParameters: shown };
	const context = new LoadOptionsContext(workflowOf({ nodes: [node] }), node, data, '');
	const { results } = await registry.listSearch[name]!.call(context, filter);
	return results;
};

const lists: Array<[string, INodeParameters]> = [
	['searchMembers', { resource: 'member', operation: 'updateMetadata' }],
	['searchWebhooks', { resource: 'webhook', operation: 'delete' }],
	['searchQuests', { resource: 'quest', operation: 'get' }],
	['searchTasks', { resource: 'task', operation: 'get', questId: 'd00000000000000000000001' }],
	['searchCurrencies', { resource: 'member', operation: 'transferBalance', serviceId: 'a'.repeat(24) }],
];

describe.each(lists)('%s', (name, parameters) => {
	it.each<[string, INodeParameters]>([
		['that the editor has not resolved', { realmId: '={{ $json.realm }}' }],
		['that failed in the editor', { realmId: null }],
	])('is of no realm at all for an expression %s', async (_what, realm) => {
		await expect(list(name, { ...parameters, ...realm }, 'ada')).rejects.toThrow(
			'"Realm ID" is an expression that has no value here',
		);
		expect(service.requests).toEqual([]);
	});

	it('is of the realm in the panel, else of the credential', async () => {
		await list(name, { ...parameters, realmId: '' }, 'ada');
		await list(name, { ...parameters, realmId: ` ${service.realmId} ` }, 'ada');
		const paths = service.requests.map(({ path }) => path);
		expect(new Set(paths).size).toBe(1);
		expect(paths).toHaveLength(2);
		await expect(list(name, { ...parameters, realmId: 'f'.repeat(24) }, 'ada')).rejects.toThrow();
	});
});

describe('a record that names itself by no text or number', () => {
	const nameless = [
		null,
		7,
		'x',
		[],
		{},
		...[undefined, null, '', ' ', {}, [], true, { toString: null, valueOf: null }].map((id) => ({
			id,
			realmPointId: id,
			url: { toString: null },
			events: [{ toString: null }],
			type: { toString: null },
			name: 'Nameless',
		})),
	];
	const records = [
		...nameless,
		{ id: 5, realmPointId: 5, events: [{ toString: null }] },
		{ id: 'a', realmPointId: 'a' },
	];
	let server: HttpServer;
	beforeAll(async () => {
		server = await startHttpServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ data: records }));
		});
	});
	afterAll(async () => await server.stop());

	it.each(Object.keys(registry.listSearch).filter((name) => name !== 'searchMembers'))(
		'cannot be chosen in %s, and the others can',
		async (name) => {
			const chosen = { activationId: 'v', questId: 'q', taskId: 't', serviceId: 's' };
			const results = await list(name, chosen, '', service.credential({ baseUrl: server.url }));
			expect(results.map(({ value }) => value)).toEqual(expect.arrayContaining(['5', 'a']));
			expect(results).toHaveLength(2);
		},
	);
});
