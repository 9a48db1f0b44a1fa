import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultRequest } from '../../../sandbox/faults/fault';
import { runnerOf, runTool } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const FIND = 'memberCredential.find';
const SOCIAL = 'memberCredential.createSocial';

const findOrCreate = (parameters: INodeParameters): INodeParameters => ({
	resource: 'memberCredential',
	operation: 'findOrCreate',
	...parameters,
});
/** A person who is new to the realm. */
const custom = findOrCreate({ type: 'custom', value: 'customer-90', source: 'shop' });
const run = runnerOf(service);
const asked = () => service.requests.map(({ operationId }) => operationId);
const bodies = () => service.requests.flatMap(({ body }) => (body ? [body] : []));
const credentials = () => [...service.state.realms.get(service.realmId)!.credentials.values()];
const named = (value: string) => credentials().filter(({ oauthAccountId }) => oauthAccountId === value);
const fault = (operation: string, one: Omit<FaultRequest, 'operation'>) =>
	service.control.addFault({ operation, ...one });

describe('a credential that exists', () => {
	it.each<[string, INodeParameters, number]>([
		['an email', { type: 'email', value: 'guest@members.example' }, 40],
		['a custom ID', { type: 'custom', value: 'customer-17', source: 'shop' }, 15],
		['a wallet', { type: 'wallet', value: '0x00000000000000000000000000000000000000AA' }, 0],
	])('is returned for %s with its balances, by one request', async (_what, identity, stars) => {
		const { items } = await run(findOrCreate(identity));
		expect(asked()).toEqual([FIND]);
		expect(items).toHaveLength(1);
		const { balances, ...others } = items[0]!.json;
		expect((balances as IDataObject[]).map(({ balance }) => balance)).toEqual(stars > 0 ? [stars] : []);
		expect(Object.keys(others)).toEqual(['id', 'format', 'publicIdentifier', 'metadata', 'created']);
		expect(others.created).toBe(false);
	});
});

describe('a credential that is not there', () => {
	it.each<[string, INodeParameters, object]>([
		[
			'a custom ID',
			{ type: 'custom', value: 'c-1', source: 'shop' },
			{ provider: 'shop', providerId: 'c-1' },
		],
		['a Discord ID', { type: 'discord-id', value: '770' }, { provider: 'discord', providerId: '770' }],
		['a Twitter ID', { type: 'twitter-id', value: '771' }, { provider: 'twitter', providerId: '771' }],
		[
			'a wallet',
			{ type: 'wallet', value: `0x${'e'.repeat(40)}`, chain: { __rl: true, mode: 'list', value: 'polygon' } },
			{ address: `0x${'e'.repeat(40)}`, chain: 'polygon' },
		],
		[
			'a wallet on the usual chain',
			{ type: 'wallet', value: `0x${'f'.repeat(40)}` },
			{ address: `0x${'f'.repeat(40)}`, chain: 'ethereum' },
		],
	])('is created for %s, and looks as if it was found', async (_what, identity, body) => {
		const { items } = await run(findOrCreate(identity));
		expect(bodies()).toEqual([body]);
		expect(items[0]?.json).toEqual({
			id: expect.any(String),
			format: expect.any(String),
			publicIdentifier: expect.any(String),
			balances: [],
			metadata: null,
			created: true,
		});
		const again = await run(findOrCreate(identity));
		expect(again.items[0]?.json).toEqual({ ...items[0]?.json, created: false });
		expect(credentials().filter(({ id }) => id === items[0]?.json.id)).toHaveLength(1);
	});

	it.each([
		['email', 'nora@example.com'],
		['telegram-id', '4711'],
	])('is not created for the type %s, which the API cannot create', async (type, value) => {
		fault(FIND, { kind: 'status', status: 404, body: { error: 'Not Found', message: 'No credential' } });
		const before = credentials().length;
		const { items, errorItems } = await run(findOrCreate({ type: '={{ $json.type }}', value }), [{ type }]);
		expect([items, credentials().length]).toEqual([[], before]);
		expect(errorItems[0]?.json).toMatchObject({
			error: `"Value": no credential has the ${type} ${value}, and the API cannot create one`,
			details: {
				outcome: 'notApplied',
				advice:
					'Use the type Custom with a source of your own, such as "shop". Or create it in the service. Nothing was created.',
			},
		});
		expect(asked()).toEqual([FIND]);
	});
});

describe('many items', () => {
	it('of one person create one credential, and each gets it', async () => {
		const spellings = ['ren\u00E9', 'REN\u00C9', 'rene\u0301'] as const;
		const input = Array.from({ length: 100 }, (_, index) => ({ value: spellings[index % 3]! }));
		const { items, errorItems } = await run(
			findOrCreate({ type: 'custom', value: '={{ $json.value }}', source: 'shop' }),
			input,
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(1);
		expect(items.map(({ json }) => json.created)).toEqual(input.map((_, index) => index === 0));
		expect([errorItems, spellings.flatMap(named).length]).toEqual([[], 1]);
	});

	it('of different people each create a credential, and a wrong one fails alone', async () => {
		const input = [{ value: 'a' }, { value: '' }, { value: 'b\u200Bc' }, { value: 'd' }];
		const { items, errorItems } = await run(
			findOrCreate({ type: 'custom', value: '={{ $json.value }}', source: 'shop' }),
			input,
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 3 }]);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/^"Value" is an expression that returned no value/),
			expect.stringMatching(/^"Value" must not contain the invisible character U\+200B/),
		]);
	});
});

it('two runs at the same time create one credential, and both get it', async () => {
	fault(FIND, { kind: 'delay', delay: 100, times: 2 });
	const runs = await Promise.all([run(custom), run(custom)]);
	const jsons = runs.map(({ items }) => items[0]!.json);
	expect(new Set(jsons.map(({ id }) => id)).size).toBe(1);
	expect(jsons.map(({ created }) => created).sort()).toEqual([false, true]);
	expect(named('customer-90')).toHaveLength(1);
	expect(service.requests.filter(({ status }) => status === 409)).toHaveLength(1);
});

describe('a creation without a clear response', () => {
	const troubles: Array<[string, Omit<FaultRequest, 'operation'>]> = [
		['a broken connection', { kind: 'drop' }],
		['a server error', { kind: 'status', status: 500, body: { error: 'Internal', message: null } }],
		['a 202', { kind: 'status', status: 202, body: { status: 'queued' } }],
		['an empty success', { kind: 'empty', status: 200 }],
		['a web page', { kind: 'html' }],
		['no response in time', { kind: 'timeout' }],
	];
	const quick = { ...custom, options: { timeoutSeconds: 0.5 } };

	it.each(troubles)('is a success if the credential is there then, after %s', async (_what, trouble) => {
		fault(SOCIAL, { ...trouble, when: 'after' });
		const { items, errorItems } = await run(quick);
		expect(errorItems).toEqual([]);
		expect(items[0]?.json).toMatchObject({ publicIdentifier: 'customer-90', created: true, balances: [] });
		expect(asked()).toEqual([FIND, SOCIAL, FIND]);
	});

	it.each(troubles)('has an unknown outcome if it is not there, after %s', async (_what, trouble) => {
		fault(SOCIAL, { ...trouble, when: 'before' });
		const { items, errorItems } = await run(quick);
		expect(items).toEqual([]);
		expect(errorItems[0]?.json).toMatchObject({
			error: expect.stringMatching(/^Outcome unknown: /),
			details: {
				outcome: 'unknown',
				advice: 'Run it again. It finds the credential if it was created, and otherwise creates it.',
			},
		});
		expect(asked()).toEqual([FIND, SOCIAL, FIND]);
		service.control.clearFaults();
		expect((await run(quick)).items[0]?.json).toMatchObject({ created: true });
	});

	it('has an unknown outcome if the second look fails too', async () => {
		fault(SOCIAL, { kind: 'drop' });
		fault(FIND, { kind: 'status', status: 404, body: { error: 'Not Found' }, times: 1 });
		fault(FIND, { kind: 'drop' });
		const { errorItems } = await run({ ...custom, options: { retries: 0 } });
		expect(errorItems[0]?.json).toMatchObject({
			error: expect.stringMatching(/^Outcome unknown: /),
			details: { outcome: 'unknown' },
		});
	});

	it('ends well with Retry On Fail, and creates one credential', async () => {
		fault(SOCIAL, { kind: 'drop', when: 'after', times: 1 });
		fault(FIND, { kind: 'status', status: 404, body: { error: 'Not Found' }, times: 2 });
		const { items } = await run(custom, [{}], { onError: undefined, maxTries: 2 });
		expect(items[0]?.json).toMatchObject({ publicIdentifier: 'customer-90', created: false });
		expect(named('customer-90')).toHaveLength(1);
	});

	it('is not sent again', async () => {
		fault(SOCIAL, { kind: 'status', status: 503 });
		await run(custom);
		expect(asked().filter((name) => name === SOCIAL)).toHaveLength(1);
	});
});

describe('a service that says something else', () => {
	it('refuses the creation, so nothing was changed', async () => {
		fault(SOCIAL, { kind: 'status', status: 403, body: { error: 'Forbidden', message: 'No scope' } });
		const { errorItems } = await run(custom);
		expect(errorItems[0]?.json).toMatchObject({
			details: { status: 403, outcome: 'notApplied' },
		});
		expect(asked()).toEqual([FIND, SOCIAL]);
	});

	it('has a credential that it does not find, as of a person who has joined', async () => {
		fault(SOCIAL, { kind: 'status', status: 409, body: { error: 'Conflict', message: 'Exists already.' } });
		const { errorItems } = await run(custom);
		expect(errorItems[0]?.json).toMatchObject({
			error: '"Value": the service has this credential already, but does not find it',
			details: { outcome: 'notApplied', advice: expect.stringContaining('"Member: Resolve"') },
		});
	});

	it('keeps the reason of a look that fails after a conflict', async () => {
		fault(FIND, { kind: 'status', status: 404, body: { error: 'Not Found' }, times: 1 });
		fault(FIND, { kind: 'status', status: 403, body: { error: 'Forbidden', message: 'Not now' } });
		fault(SOCIAL, { kind: 'status', status: 409, body: { error: 'Conflict', message: 'Exists already.' } });
		const { errorItems } = await run(custom);
		expect(errorItems[0]?.json).toMatchObject({ details: { status: 403 } });
	});

	it.each<[string, unknown]>([
		['nothing', {}],
		['null', null],
		['a list', [{ id: 'one' }]],
		['a refusal', { success: false, error: 'busy' }],
	])('and is not taken at its word if the find returns %s: nothing is created', async (_what, body) => {
		fault(FIND, { kind: 'status', status: 200, body });
		const { items, errorItems } = await run(custom);
		expect([items, asked()]).toEqual([[], [FIND]]);
		expect(errorItems[0]?.json).toMatchObject({
			error: 'The service did not return a credential',
			details: { outcome: 'notApplied' },
		});
	});

	it('and a 404 of a proxy does not count as one of the service', async () => {
		fault(FIND, { kind: 'html', status: 404 });
		const { items } = await run(custom);
		expect([items, asked()]).toEqual([[], [FIND]]);
	});

	it('with the credential of somebody else fails, found or created', async () => {
		const other = { id: 'c1', format: 'email', publicIdentifier: 'other@example.com' };
		fault(FIND, { kind: 'status', status: 200, body: other, times: 1 });
		const found = await run(findOrCreate({ type: 'email', value: 'nora@example.com' }));
		expect(found.errorItems[0]?.json).toMatchObject({
			error: '"Value": the service returned a credential without the email nora@example.com',
			details: { outcome: 'notApplied', advice: expect.stringContaining('c1') },
		});
		const body = { id: 'c2', format: 'oauth', publicIdentifier: 'ada', oauthAccountId: 'customer-1' };
		fault(SOCIAL, { kind: 'status', status: 200, body });
		const made = await run(custom);
		expect(made.errorItems[0]?.json).toMatchObject({
			error: 'Outcome unknown: "Value": the service returned a credential without the custom customer-90',
			details: { outcome: 'unknown' },
		});
	});

	it('creates a credential without an ID in the response, so the outcome is unknown', async () => {
		fault(SOCIAL, { kind: 'status', status: 200, body: { oauthProvider: 'shop' } });
		const { errorItems } = await run(custom);
		expect(errorItems[0]?.json).toMatchObject({
			error: 'Outcome unknown: the service did not return a credential',
			details: { outcome: 'unknown' },
		});
	});

	it('in data is read there', async () => {
		const data = { id: 'c1', format: 'oauth', publicIdentifier: 'Nora', level: 3 };
		fault(FIND, { kind: 'status', status: 200, body: { data } });
		const { items } = await run(custom);
		expect(items[0]?.json).toEqual({ ...data, created: false });
	});
});

it('finds a credential whose letters are stored in the other Unicode form', async () => {
	const { credentials: all } = service.state.realms.get(service.realmId)!;
	const [known] = [...all.values()].filter(({ oauthProvider }) => oauthProvider === 'shop');
	all.set(known!.id, { ...known!, oauthAccountId: 'rene\u0301' });
	const { items } = await run(findOrCreate({ type: 'custom', value: 'ren\u00E9', source: 'shop' }));
	expect(items[0]?.json).toMatchObject({ id: known!.id, created: false });
	expect(asked()).toEqual([FIND, FIND]);
});

it('needs a source for the type Custom, and a chain for a new wallet, before anything is created', async () => {
	const { errorItems } = await run(findOrCreate({ type: "={{ 'custom' }}", value: 'customer-90' }));
	expect(errorItems[0]?.json.error).toBe('"Source" is empty, but the type Custom needs it');
	expect(service.requests).toEqual([]);
	const chain = { __rl: true, mode: 'list', value: '' };
	const wallet = await run(findOrCreate({ type: 'wallet', value: `0x${'a'.repeat(40)}`, chain }));
	expect(wallet.errorItems[0]?.json).toMatchObject({
		error: '"Chain" is empty, but a new wallet needs it',
		details: { outcome: 'notApplied' },
	});
	expect(bodies()).toEqual([]);
});

it('does not create a wallet whose address is shortened or no address', async () => {
	const wallet = findOrCreate({ type: 'wallet', value: '={{ $json.value }}' });
	const { errorItems } = await run(wallet, [{ value: '0x5290…9EE7' }, { value: '0x52g' }]);
	expect(errorItems.map(({ json }) => json.error)).toEqual([
		'"Value" must be a full address, without dots in the middle',
		'"Value" must have 1 to 64 hexadecimal digits after "0x"',
	]);
	expect(bodies()).toEqual([]);
});

it('works for a language model, which gets the same credential each time', async () => {
	const tool = { ...custom, value: "={{ $fromAI('id') }}" };
	const call = async () =>
		await runTool({ credential: service.credential(), parameters: tool, input: [{ id: 'customer-91' }] });
	const [first, second] = [await call(), await call()];
	expect([first.items[0]?.json.created, second.items[0]?.json.created]).toEqual([true, false]);
	expect(first.items[0]?.json.id).toBe(second.items[0]?.json.id);
});

it('comes before an award that then succeeds', async () => {
	const award = { resource: 'memberCredential', operation: 'updateBalance', amount: 5 };
	const identity = { type: 'custom', value: 'customer-92', source: 'shop' };
	await run(findOrCreate(identity));
	const { items } = await run({ ...award, ...identity });
	expect(items[0]?.json).toMatchObject({ balance: 5, linked: false });
});

it('ends at once when the execution is canceled, and looks no more', async () => {
	const abort = new AbortController();
	fault(SOCIAL, { kind: 'timeout' });
	const running = run(custom, [{}], { signal: abort.signal }).catch(() => undefined);
	while (!asked().includes(SOCIAL)) await new Promise((resolve) => setImmediate(resolve));
	const cancelledAt = Date.now();
	abort.abort();
	await running;
	expect(Date.now() - cancelledAt).toBeLessThan(2_000);
	expect(asked()).toEqual([FIND, SOCIAL]);
});
