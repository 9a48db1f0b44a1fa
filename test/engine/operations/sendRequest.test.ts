import type { RequestListener } from 'node:http';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { store } from '../../../sandbox/base/ledger';
import { byId } from '../../harness/workflows/nodes';
import { runGraph, runNode, runTool, type GraphOptions, type RunOptions } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';
import { usePayouts } from '../payouts';
import { NODE, START, TRIGGER } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

const send = async (parameters: INodeParameters, more: Partial<RunOptions> = {}) =>
	await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		...more,
		parameters: { resource: 'request', operation: 'send', ...parameters },
	});
const transferPath = () =>
	`/api/v1/realms/${service.realmId}/members/${service.ids.members.bonusPool}/transfer`;
const transfer = () => ({
	method: 'PATCH',
	path: transferPath(),
	body: JSON.stringify({
		amount: 5,
		recipientId: service.ids.members.ada,
		currencyId: service.ids.currencies.stars,
	}),
});
const realmPath = () => `/api/v1/realms/${service.realmId}`;

describe('any call', () => {
	it('reads with GET unless told, with query values, and gives the body', async () => {
		const { items } = await send({ path: `  ${realmPath()} ` });
		expect(items[0]!.json).toMatchObject({ id: service.realmId });
		await send({
			method: 'get',
			path: `api/v1/realm/${service.realmId}/members/search`,
			query: '{"type":"username","values":["ada","bruno"]}',
		});
		expect(service.requests.at(-1)).toMatchObject({ method: 'GET' });
		expect(JSON.stringify(service.requests.at(-1))).toContain('values');
	});

	it('returns status and headers on request', async () => {
		const { items } = await send({ path: realmPath(), additionalFields: { fullResponse: true } });
		expect(items[0]!.json).toMatchObject({
			status: 200,
			headers: expect.objectContaining({ 'content-type': expect.stringContaining('json') }),
			body: { id: service.realmId },
		});
	});

	it('acts once with a body, and twice for two items', async () => {
		const before = service.balance(service.ids.members.ada, service.ids.currencies.stars);
		const { items, errorItems } = await send(transfer(), { input: [{}, {}] });
		expect(errorItems).toEqual([]);
		expect(items).toHaveLength(2);
		expect(service.balance(service.ids.members.ada, service.ids.currencies.stars)).toBe(before + 10);
	});
});

describe('the effect', () => {
	const failing = (kind: 'cut' | 'status') =>
		service.control.addFault({ operation: 'member.transferBalance', kind, times: 1 });

	it('is Once for what changes something: a failure of unknown outcome is not sent again, and says so', async () => {
		failing('cut');
		const { errorItems } = await send(transfer());
		expect(errorItems[0]!.json).toMatchObject({ details: { outcome: 'unknown' } });
		expect(service.requests).toHaveLength(1);
	});

	it('is what the person says: Replace is sent again', async () => {
		failing('status');
		const { items } = await send({ ...transfer(), effect: 'replace' });
		expect(items).toHaveLength(1);
		expect(service.requests).toHaveLength(2);
	});

	it.each([
		{ error: 'refused' },
		{ data: { error: 'refused' } },
		{ data: [{ id: 'a' }, { error: 'refused' }] },
		{ statusCode: 500, message: 'refused' },
		{ success: false, id: 'a' },
		{ message: 'accepted' },
		[],
		'queued',
		null,
	])('is unknown after a 200 with %j', async (body) => {
		service.control.addFault({ operation: 'member.transferBalance', kind: 'status', status: 200, body });
		const { items, errorItems } = await send(transfer());
		expect(items).toEqual([]);
		expect(errorItems[0]!.json).toMatchObject({ details: { outcome: 'unknown' } });
		expect(service.requests).toHaveLength(1);
	});

	it.each([{ success: true }, { data: { id: 'a' } }, [{ id: 'a' }]])(
		'is applied after a 200 with %j',
		async (body) => {
			service.control.addFault({ operation: 'member.transferBalance', kind: 'status', status: 200, body });
			expect((await send(transfer())).items).toHaveLength(1);
		},
	);

	it('counts with a key: the second run does nothing, and another request under it is refused', async () => {
		const keyed = { ...transfer(), repeatProtection: 'key', idempotencyKey: 'order-1' };
		await send(keyed);
		expect((await send(keyed)).items[0]!.json).toMatchObject({ skipped: true });
		const other = await send({ ...keyed, body: transfer().body.replace('5', '6') });
		expect(other.errorItems[0]!.json.error).toMatch(/another request/i);
		expect(service.requests.filter(({ acted }) => acted)).toHaveLength(1);
	});

	it.each(['replace', 'read'])(
		'does not undo a key of the user: %s is sent once under it too',
		async (effect) => {
			const keyed = { ...transfer(), effect, repeatProtection: 'key', idempotencyKey: 'order-1' };
			expect((await send(keyed)).items[0]!.json).not.toHaveProperty('skipped');
			expect((await send(keyed)).items[0]!.json).toMatchObject({ skipped: true });
			expect(service.requests).toHaveLength(1);
			await send({ ...keyed, repeatProtection: 'automatic' });
			expect(service.requests).toHaveLength(2);
		},
	);

	it('shows what it would send in a dry run, and sends nothing', async () => {
		const { items } = await send({ ...transfer(), options: { dryRun: true } });
		expect(items[0]!.json).toMatchObject({ dryRun: true });
		expect(JSON.stringify(items[0]!.json)).toContain('/transfer');
		expect(JSON.stringify(items[0]!.json)).not.toContain(service.keys.admin);
		expect(service.requests).toEqual([]);
	});

	it.each([
		{ method: 'PUT', effect: 'replace', body: '{"a":1}' },
		{ method: 'DELETE', effect: 'read' },
		{ method: 'GET' },
	])('sends nothing in a dry run of %o either, though a repeat would do no harm', async (call) => {
		const { items } = await send({ path: realmPath(), ...call, options: { dryRun: true } });
		expect(items[0]!.json).toMatchObject({
			dryRun: true,
			request: { method: call.method, path: realmPath() },
		});
		expect(service.requests).toEqual([]);
	});
});

describe('whoever owns the workflow says whether a request is safe to retry', () => {
	const FROM_MODEL = "={{ $fromAI('value', 'What you like') }}";
	/** The node as a tool, whose items come from the model. */
	const asTool = async (parameters: INodeParameters, given: IDataObject = {}) => {
		const { items } = await runTool({
			credential: service.credential(),
			parameters: { resource: 'request', operation: 'send', ...parameters },
			input: [given],
		});
		return items[0]?.json;
	};

	it.each([
		['effect', 'Safe to Retry', 'read'],
		['repeatProtection', 'Repeat Protection', 'off'],
	])('so %s as an expression is refused, in a node and in a tool', async (parameter, name, value) => {
		for (const written of [
			`={{ "${value}" }}`,
			'={{ $json.value }}',
			`=${value.slice(0, 1)}{{ "${value.slice(1)}" }}`,
			FROM_MODEL,
			byId(FROM_MODEL),
			[FROM_MODEL],
		]) {
			const call = { ...transfer(), idempotencyKey: 'k', [parameter]: written };
			const { errorItems } = await send(call, { input: [{ value }] });
			expect(errorItems[0]?.json).toMatchObject({
				error: `"${name}" cannot be an expression`,
				details: { outcome: 'notApplied', advice: expect.stringContaining('Nothing was sent.') },
			});
			expect(await asTool(call, { value })).toMatchObject({ error: `"${name}" cannot be an expression` });
		}
		expect(service.requests).toEqual([]);
	});

	it.each(['read', 'replace'])('so a method from an expression cannot be called %s', async (effect) => {
		for (const method of ['PATCH', 'POST', 'DELETE', 'PUT']) {
			const call = { ...transfer(), effect, method: '={{ $json.method }}' };
			const message = `"Method" is an expression, so "Safe to Retry" cannot say that a ${method} request is`;
			const { errorItems } = await send(call, { input: [{ method }] });
			expect(errorItems[0]?.json.error).toContain(message);
			expect((await asTool(call, { method }))?.error).toContain(message);
		}
		expect(service.requests).toEqual([]);
		const { items } = await send(
			{ path: realmPath(), effect, method: '={{ $json.method }}' },
			{ input: [{ method: 'GET' }] },
		);
		expect(items).toHaveLength(1);
	});

	it('a method from an expression counts by itself', async () => {
		service.control.addFault({ operation: 'member.transferBalance', kind: 'cut', times: 1 });
		const { errorItems } = await send(
			{ ...transfer(), method: '={{ $json.method }}' },
			{
				input: [{ method: 'PATCH' }],
			},
		);
		expect(errorItems[0]!.json).toMatchObject({ details: { outcome: 'unknown' } });
		expect(service.requests).toHaveLength(1);
	});

	it('in a tool the model cannot replace the endpoint of a read', async () => {
		const paths = [
			'={{ $json.path }}',
			'=/{{ $json.path }}',
			`=/api/v1/realms/${service.realmId}/members/{{ $json.path }}`,
			'={{ $json.path }}\\',
		];
		for (const path of paths) {
			for (const given of [transferPath(), 'a/b', 'a%2Fb']) {
				const answer = await asTool({ ...transfer(), effect: 'read', path }, { path: given });
				expect([path, given, answer?.error]).toEqual([
					path,
					given,
					'"Path" is an expression, so "Safe to Retry" cannot say that a PATCH request is Read-Only',
				]);
			}
		}
		expect(service.requests).toEqual([]);
		const path = transferPath().replace(service.ids.members.bonusPool, '{{ $json.id }}');
		await asTool(
			{ ...transfer(), effect: 'replace', path: `=${path}` },
			{ id: service.ids.members.bonusPool },
		);
		expect(service.requests).toHaveLength(1);
	});
});

describe('metadata of a body that name the execution do not make it another request', () => {
	/** A member buys one piece, and then two. The service refuses the second purchase in the first attempt. */
	const graph = (start: string): GraphOptions => ({
		credential: service.credential(),
		nodes: {
			Start: { type: start },
			Buy: {
				type: NODE,
				parameters: {
					resource: 'request',
					operation: 'send',
					method: 'POST',
					path: `/api/v1/realms/${service.realmId}/store/${service.ids.storeItems.poster}/purchase`,
					body: '={{ ({ ...$json.purchase, metadata: { execution: $execution.id } }) }}',
					options: { retries: 0 },
				},
			},
		},
		connections: { Start: [['Buy']] },
		input: [1, 2].map((quantity) => ({
			purchase: { accountId: service.ids.members.bonusPool, quantity },
			...{ eventId: `e${quantity}`, type: 'quest.completed' },
		})),
	});

	const firstAttempt = async (start: string) => {
		const operation = 'storeItem.purchase';
		service.control.addFault({ operation, kind: 'delay', times: 1 });
		service.control.addFault({ operation, kind: 'status', status: 403, when: 'before', times: 1 });
		const { run } = await runGraph({ ...graph(start), mode: 'trigger', executionId: '1' });
		expect(payouts.to(store)).toEqual([[100]]);
		return run;
	};
	const metadata = () =>
		service.requests.map(({ body }) => (body as { metadata: { execution: string } }).metadata.execution);

	it('in a retry', async () => {
		const retryOf = await firstAttempt(START);
		const again = { mode: 'retry', executionId: '2', retryOf, retryOfId: '1' } as const;
		const { of } = await runGraph({ ...graph(START), ...again });
		expect(payouts.to(store)).toEqual([[100, 200]]);
		expect(metadata()).toEqual(['1', '1', '2']);
		expect(of('Buy').items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				skipped: true,
				firstRun: { execution: 'this', runIndex: 0, itemIndex: 0 },
			}),
			{ data: expect.objectContaining({ quantity: 2, totalPrice: 200 }) as unknown },
		]);
	});

	it('in a second delivery of the events', async () => {
		await firstAttempt(TRIGGER);
		const { of } = await runGraph({ ...graph(TRIGGER), mode: 'trigger', executionId: '2' });
		expect(payouts.to(store)).toEqual([[100, 200]]);
		expect(metadata()).toEqual(['1', '1', '2']);
		expect(of('Buy').items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ skipped: true, firstRun: { execution: 'earlier' } }),
			{ data: expect.objectContaining({ quantity: 2, totalPrice: 200 }) as unknown },
		]);
	});
});

describe('nothing is sent', () => {
	const stays = 'must not leave the base URL';
	it.each([
		['https://evil.example/api', 'must not contain a host'],
		['//evil.example/api', 'empty segment'],
		['/\\evil.example', 'empty segment'],
		['/api/../../admin', stays],
		['/api/%2e%2e/admin', stays],
		['/api/%252e%252e/admin', stays],
		['/api/..%2fadmin', stays],
		['/api/%25252525252e%25252525252e/admin', stays],
		['/api/..;a=b/admin', stays],
		['/api/\uff0e\uff0e/admin', stays],
		['/api/\u2025/admin', stays],
		['/api/%c0%ae%c0%ae/admin', 'write it as %25'],
		['https:\\\\evil.example', 'empty segment'],
		['/./api', stays],
		['/api?x=1', 'query values have their own field'],
		['/api#x', 'query values have their own field'],
		['/api/%0d%0aHost', 'control characters'],
		['/api/100%', 'write it as %25'],
		['/api/\ud800', 'an incomplete character'],
		['={{ $json.nope }}', 'returned no value'],
		[
			'=/api/v1/members/{{ $json.nope }}',
			'contains an expression that returned no value for this item: {{ $json.nope }}',
		],
		['=/api/v1/members/m-{{ undefined }}/\\', 'contains an expression that returned no value'],
		['=/api/v1/members/{{ String($json.nope) }}', 'contains an expression that returned no value'],
		['=/api/v1/members/{{ {} }}', 'contains an expression that returned no value'],
	])('for the path %j', async (path, reason) => {
		const { errorItems } = await send({ path });
		expect(errorItems[0]!.json.error).toContain(reason);
		expect(errorItems[0]!.json).toMatchObject({ details: { outcome: 'notApplied' } });
		expect(service.requests).toEqual([]);
	});

	it.each<[string, INodeParameters, RegExp]>([
		['a body for GET', { body: '{"a":1}' }, /A GET request has no body/],
		['a query with an object', { query: '{"a":{"b":1}}' }, /"Query" accepts text/],
		['a query with null', { query: '{"a":null}' }, /"Query" accepts text/],
		['a query without values', { query: '={{ { ids: [] } }}' }, /"Query" accepts text/],
		[
			'a query with a gap',
			{ query: '={"id":"{{ $json.nope }}"}' },
			/"Query" contains an expression that returned no value/,
		],
		[
			'a body with a gap',
			{ method: 'POST', body: '={"a":"line\\n{{ 1 }}","id":"x{{ $json.nope }}"}' },
			/"Body" contains an expression that returned no value for this item: \{\{ \$json.nope \}\}/,
		],
		[
			'a method with a gap',
			{ method: '=P{{ $json.nope }}OST' },
			/"Method" contains an expression that returned no value/,
		],
		['another method', { method: 'BREW' }, /"Method" must be one of/],
		['another effect', { effect: 'twice' }, /"Safe to Retry" must be one of/],
		['a body that is no JSON', { method: 'POST', body: '{' }, /"Body" is not valid JSON/],
	])('for %s', async (_what, parameters, reason) => {
		const { errorItems } = await send({ path: realmPath(), ...parameters });
		expect(errorItems[0]!.json.error).toMatch(reason);
		expect(service.requests).toEqual([]);
	});
});

it('a text without characters is a value', async () => {
	await send({ path: realmPath(), query: '={"search":"{{ "" }}"}' });
	expect(service.requests.at(-1)).toMatchObject({ query: { search: '' } });
});

it('what a body holds under the name of a secret is not shown when the service quotes it', async () => {
	const secrets = {
		hook: { webhookSecret: 'one-4f8a9b2c3d' },
		client_secret: 'two-5e6f7a8b9c',
		apiKey: ['three-0a1b2c3d'],
	};
	const quoted = JSON.stringify(secrets);
	const body = { error: 'Bad Request', message: `refused: ${quoted}`, [secrets.client_secret]: quoted };
	service.control.addFault({ operation: 'member.transferBalance', kind: 'status', status: 400, body });
	const { errorItems } = await send({ ...transfer(), body: quoted });
	const shown = JSON.stringify(errorItems[0]!.json);
	expect(shown).toContain('refused');
	for (const part of ['4f8a9b2c', '5e6f7a8b', '0a1b2c3d']) expect(shown).not.toContain(part);
});

describe('an answer that is no record', () => {
	let server: HttpServer;
	let answer: RequestListener = () => undefined;
	beforeAll(async () => (server = await startHttpServer((request, response) => answer(request, response))));
	afterAll(async () => await server.stop());

	const ask = async (parameters: INodeParameters, reply: RequestListener) => {
		answer = reply;
		server.requests.length = 0;
		return await send(parameters, { credential: service.credential({ baseUrl: server.url }) });
	};
	const png = Buffer.from('89504e470d0a1a0aff00fe', 'hex');

	it('a file, a page or an empty response confirms no change: it may have been made, and it is not sent again', async () => {
		const replies: RequestListener[] = [
			(_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png),
			(_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>'),
			(_request, response) => response.writeHead(200).end(),
			(_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
			(_request, response) => response.writeHead(302, { location: 'https://evil.example/' }).end(),
		];
		for (const reply of replies) {
			const { items, errorItems } = await ask({ method: 'POST', path: '/api', body: '{}' }, reply);
			expect(items).toEqual([]);
			expect(errorItems[0]!.json).toMatchObject({ details: { outcome: 'unknown' } });
			expect(server.requests).toEqual(['POST /api']);
		}
	});

	it('one page of a list gives an item for each element, and asks for no other page', async () => {
		const { items } = await ask({ path: '/api', query: '{"page":2}' }, (_request, response) =>
			response
				.writeHead(200, { 'content-type': 'application/json', link: '</api?page=3>; rel="next"' })
				.end('[{"a":1},{"a":2}]'),
		);
		expect(items.map(({ json }) => json)).toEqual([{ a: 1 }, { a: 2 }]);
		expect(server.requests).toEqual(['GET /api?page=2']);
	});

	it('HEAD has a status and headers, and no body', async () => {
		const { items } = await ask(
			{ method: 'HEAD', path: '/api', additionalFields: { fullResponse: true } },
			(_request, response) => response.writeHead(200, { 'x-total': '7' }).end(),
		);
		expect(items[0]!.json).toMatchObject({ status: 200, headers: { 'x-total': '7' }, body: null });
	});
});
