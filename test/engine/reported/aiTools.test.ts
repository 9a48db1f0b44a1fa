import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { namedOperations } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';
import { byId } from '../../harness/workflows/nodes';
import { expressions } from '../conformance/runProblems';
import { credentialReference, runGraph, runNode, runTool } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';
import { START, TOOL } from '../nodeTypes';
import { award } from '../payouts';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

describe('a search that finds nothing', () => {
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
	/** These need a response with content, and say so. The last one needs a member beside the list. */
	const NEEDY = [
		'account.find',
		'export.download',
		'export.waitForCompletion',
		'member.get',
		'member.resolve',
		'storeItem.getAffordable',
	];
	const lists = reads.filter(([name, { response }]) => response.kind === 'list' && !NEEDY.includes(name));

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

	it.each(reads)('%s that responds 204 tells a model so', async (name, operation) => {
		answer = { status: 204, text: '' };
		const { tool } = await call(name, operation);
		const failed = [{ error: expect.any(String) as string, details: { outcome: 'notApplied' } }];
		expect(tool.items.map(({ json }) => json)).toMatchObject(NEEDY.includes(name) ? failed : NOTHING);
	});
});

describe('an optional value', () => {
	/** The expression that n8n's button beside a field writes. */
	const fromModel = (name: string, type: string) =>
		`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`The ${name} (optional)\`, '${type}') }}`;

	const errors = ({ items }: { items: Array<{ json: IDataObject }> }) => items.map(({ json }) => json.error);

	/** A search whose model fills in the values and, as it likes, their limit. */
	const search = async (given: IDataObject, limit = fromModel('Limit', 'number')) =>
		await runTool({
			credential: service.credential(),
			input: [{ Values: 'ada,bruno,chen', ...given }],
			parameters: {
				resource: 'member',
				operation: 'search',
				type: 'username',
				values: fromModel('Values', 'string'),
				additionalFields: { limit },
			},
		});

	it.each<IDataObject>([{}, { Limit: '' }, { Limit: null }, { Limit: ' ' }])(
		'a model leaves out an additional field with an empty value (%j)',
		async (given) => {
			expect((await search(given)).items).toHaveLength(3);
			expect((await search({ Limit: 2 })).items).toHaveLength(2);
		},
	);

	it('a wrong value is refused all the same', async () => {
		expect(errors(await search({ Limit: 'two' }))).toEqual([expect.stringMatching(/^"Limit" must be/)]);
		expect(service.requests).toEqual([]);
	});

	it('the spellings of n8n are the same', async () => {
		for (const limit of [
			'={{ $fromAI("Limit") }}',
			"={{$fromai('Limit', 'How many (at most), as a number', 'number')}}",
			"={{ $fromAi( 'Limit' ) }}",
		])
			expect((await search({ Limit: '' }, limit)).items).toHaveLength(3);
	});

	it.each(["={{ $fromAI('Limit', ``, 'number') || $json.missing }}", '={{ $json.missing }}'])(
		'an expression that is more than the value of the model must give one: %s',
		async (limit) => {
			expect(errors(await search({ Limit: '' }, limit))).toEqual([
				'"Limit" is an expression that returned no value for this item',
			]);
			expect(service.requests).toEqual([]);
		},
	);

	it('a model that gives no new value changes nothing', async () => {
		const update = async (given: IDataObject) =>
			await runTool({
				credential: service.credential(),
				input: [given],
				parameters: {
					resource: 'currency',
					operation: 'update',
					currencyId: byId(service.ids.currencies.stars),
					updateFields: { name: fromModel('Name', 'string'), emoji: fromModel('Emoji', 'string') },
				},
			});
		expect(errors(await update({ Name: '', Emoji: '' }))).toEqual(['There is nothing to update']);
		expect(service.requests).toEqual([]);
		await update({ Name: '', Emoji: '🌟' });
		expect(service.requests.map(({ body }) => body)).toEqual([{ emoji: '🌟' }]);
	});

	it('an empty value that would let a claim act on more is refused', async () => {
		const claim = {
			resource: 'memberWeb3',
			operation: 'claim',
			serviceId: byId(service.ids.members.ada),
			claimType: 'all',
		};
		for (const [name, field] of [
			['Activation', { activationId: byId(fromModel('Value', 'string')) }],
			['NFT Names or IDs', { nftIds: fromModel('Value', 'string') }],
		] as const) {
			const { items } = await runTool({
				credential: service.credential(),
				input: [{ Value: '' }],
				parameters: { ...claim, additionalFields: field },
			});
			expect(errors({ items })).toEqual([`"${name}" is an expression that returned no value for this item`]);
		}
		expect(service.requests).toEqual([]);
	});

	it.each(['serviceId', 'currencyId', 'amount'])(
		'an empty %s of a payment is refused, because it would pay somebody or something else',
		async (name) => {
			const parameters = award(service, { serviceId: byId(service.ids.members.ada), amount: 5 });
			const value = fromModel('Value', 'string');
			const { items } = await runTool({
				credential: service.credential(),
				input: [{ Value: '' }],
				parameters: { ...parameters, [name]: name === 'amount' ? value : byId(value) },
			});
			expect(errors({ items })).toEqual([
				expect.stringMatching(/is an expression that returned no value for this item$/),
			]);
			expect(service.requests).toEqual([]);
		},
	);
});

describe('a tool without the ID of an execution', () => {
	/**
	 * A call of a tool that awards points. Under an MCP Server Trigger, n8n runs each call alone and without the ID of an
	 * execution. Under an agent, it has the ID of the message.
	 */
	const callWith = async (
		amount: number,
		parameters: INodeParameters,
		executionId?: string,
	): Promise<IDataObject> => {
		const { of } = await runGraph({
			credential: service.credential(),
			input: [{ amount }],
			executionId,
			nodes: {
				Start: { type: START },
				Tool: {
					type: TOOL,
					credentials: credentialReference(),
					parameters: award(service, { serviceId: byId(service.ids.members.ada), ...parameters }),
				},
			},
			connections: { Start: [['Tool']] },
		});
		return of('Tool').items[0]!.json;
	};
	const byMessage = { repeatProtection: 'key', idempotencyKey: '=chat {{ $execution.id }}' };
	const stars = () => service.balance(service.ids.members.ada, service.ids.currencies.stars);

	it('a key from the ID of the execution is refused where there is none, and works under an agent', async () => {
		const before = stars();
		for (const amount of [5, 5, 7]) {
			expect(await callWith(amount, byMessage)).toMatchObject({
				error: 'Part of the key is empty for this item: {{ $execution.id }}',
				details: { outcome: 'notApplied' },
			});
		}
		expect(stars()).toBe(before);
		expect(await callWith(7, byMessage, '17')).toMatchObject({ amount: 7 });
		expect(await callWith(7, byMessage, '17')).toMatchObject({ skipped: true });
		expect(stars()).toBe(before + 7);
	});

	it('a key from a value of the call pays each of them once, without the ID of an execution', async () => {
		const before = stars();
		const byCall = { repeatProtection: 'key', idempotencyKey: '=order {{ $json.amount }}' };
		for (const amount of [5, 5, 7]) await callWith(amount, byCall);
		expect(stars()).toBe(before + 12);
	});

	it('the maximum total counts each call alone there', async () => {
		const before = stars();
		const limit = { options: { maximumTotal: 10 } };
		expect([await callWith(10, limit), await callWith(10, limit)]).toMatchObject([
			{ amount: 10 },
			{ amount: 10 },
		]);
		expect(await callWith(11, limit)).toMatchObject({ error: expect.stringContaining('total') as string });
		expect(stars()).toBe(before + 20);
	});
});
