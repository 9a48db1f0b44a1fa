import type { IDataObject } from 'n8n-workflow';

import { namedOperations } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';
import { expressions } from '../conformance/runProblems';
import { runNode } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';
import { useService } from '../sandbox';

/** The results of a read when the service, or a proxy, responds with nothing useful. */

const service = useService();

interface Answer {
	status?: number;
	text?: string;
}

let answers: Answer[] = [];
let server: HttpServer;
beforeAll(async () => {
	server = await startHttpServer((_request, response) => {
		const { status = 200, text = '' } = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(text);
	});
});
afterAll(async () => await server.stop());

const reads = namedOperations.filter(
	([name, { effect, isOffline }]) => effect === 'read' && !isOffline && name !== 'realm.checkSetup',
);

const run = async (parameters: IDataObject, item: unknown = {}) =>
	await runNode({
		credential: { ...service.credential({ appUrl: server.url }), baseUrl: server.url },
		parameters: parameters as never,
		input: [{ item: item as IDataObject }],
	});

describe.each(reads)('%s', (name, operation) => {
	const read = async () => {
		const [item] = scenarios[name]!(service);
		return await run(
			{ resource: operation.resource, operation: operation.name, ...expressions(operation, item!) },
			item,
		);
	};

	it('does not mistake a response without a body for an empty record', async () => {
		answers = [{ text: '' }];
		const { items, error } = await read();
		expect(items).toEqual([]);
		expect(error?.message).toBe('The service returned an empty response (status 200)');
	});
});

describe('a 204', () => {
	it.each([
		['realm', 'get', {}],
		['member', 'getMany', {}],
		['member', 'search', { type: 'username', values: 'ada' }],
		['storeItem', 'getMany', { returnAll: true }],
	])('to %s.%s means that nothing was found', async (resource, operation, more) => {
		answers = [{ status: 204 }];
		const { items, error } = await run({ resource, operation, ...more });
		expect([items, error]).toEqual([[], undefined]);
	});
});

describe('a list', () => {
	const list = { resource: 'member', operation: 'getMany', returnAll: true };
	const page = (number: number, data: unknown) => ({
		text: JSON.stringify({ data, meta: { page: number, totalPages: 3, total: 3, limit: 1 } }),
	});

	it('without records may be written as null', async () => {
		answers = [{ text: '{"data":null,"meta":{"page":1,"totalPages":0}}' }];
		const { items, error } = await run(list);
		expect([items, error]).toEqual([[], undefined]);
	});

	it('continues after a page without records', async () => {
		answers = [page(1, [{ id: 'a' }]), page(2, null), page(3, [{ id: 'c' }])];
		const { items } = await run(list);
		expect(items.map(({ json }) => json.id)).toEqual(['a', 'c']);
	});

	it.each<[string, Answer]>([
		['an object that is no page', { text: '{}' }],
		['a refusal as a success', { text: '{"success":false,"error":"busy"}' }],
		['a list in another place', { text: '[{"id":"b"}]' }],
		['null', { text: 'null' }],
		['a 204', { status: 204 }],
	])('whose second page is %s is not given as if it were whole', async (_what, second) => {
		answers = [page(1, [{ id: 'a' }]), second];
		const { items, error } = await run(list);
		expect(items).toEqual([]);
		expect(error?.message).toBe('The list is incomplete: the page after page 1 contains no list of records');
	});
});
