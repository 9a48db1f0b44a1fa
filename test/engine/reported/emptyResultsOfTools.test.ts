import type { IDataObject } from 'n8n-workflow';

import { namedOperations } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';
import { expressions } from '../conformance/runProblems';
import { runNode, runTool } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

let answer = { status: 200, text: '' };
let server: HttpServer;
beforeAll(async () => {
	server = await startHttpServer((_request, response) => {
		response.writeHead(answer.status, { 'content-type': 'application/json' });
		response.end(answer.text);
	});
});
afterAll(async () => await server.stop());

const credential = () => ({ ...service.credential({ appUrl: server.url }), baseUrl: server.url });

const reads = namedOperations.filter(
	([name, { effect, isOffline }]) => effect === 'read' && !isOffline && name !== 'realm.checkSetup',
);
const lists = reads.filter(([, { response }]) => response.kind === 'list');

/** An agent makes an empty text of no items, and a model then invents what it did not find. */
const NOTHING = [{ found: 0 }];

const call = async (name: string, operation: (typeof reads)[number][1]) => {
	const [item] = scenarios[name]!(service);
	const parameters = {
		resource: operation.resource,
		operation: operation.name,
		...expressions(operation, item!),
	};
	const setting = {
		credential: credential(),
		parameters: parameters as never,
		input: [{ item: item as IDataObject }],
	};
	return { tool: await runTool(setting), node: await runNode(setting) };
};

it('there are searches and lists to try', () => {
	expect(lists.length).toBeGreaterThan(30);
	expect(lists.map(([name]) => name)).toEqual(expect.arrayContaining(['member.search', 'webhook.getMany']));
});

describe.each(lists)('%s without a record', (name, operation) => {
	it.each(['{"data":[]}', '{"data":[],"meta":{"page":1,"totalPages":0,"total":0}}', '{"data":null}'])(
		'tells a model that %s has nothing',
		async (text) => {
			answer = { status: 200, text };
			const { tool, node } = await call(name, operation);
			expect(tool.items.map(({ json }) => json)).toEqual(NOTHING);
			expect(tool.items[0]).toMatchObject({ pairedItem: { item: 0 } });
			expect(node).toMatchObject({ items: [], error: undefined });
		},
	);
});

/** These need a response with content, and say so. */
const NEEDY = ['account.find', 'export.download', 'export.waitForCompletion', 'member.resolve'];

it.each(reads)('%s that responds 204 tells a model so', async (name, operation) => {
	answer = { status: 204, text: '' };
	const { tool } = await call(name, operation);
	const failed = [{ error: expect.any(String) as string, details: { outcome: 'notApplied' } }];
	expect(tool.items.map(({ json }) => json)).toMatchObject(NEEDY.includes(name) ? failed : NOTHING);
});
