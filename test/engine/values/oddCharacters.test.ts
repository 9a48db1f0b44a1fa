import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { namedOperations, type ItemValues } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';
import { byId } from '../../harness/workflows/nodes';
import { expressions } from '../conformance/runProblems';
import { runNode } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';
import { award } from '../payouts';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

/** Characters that people do not see, letters of two parts, and half an emoji. */

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const EMAIL = 'ada@members.example';
const INVISIBLE: Array<[string, string]> = [
	['zero width space', '\u{200B}'],
	['word joiner', '\u{2060}'],
	['left-to-right mark', '\u{200E}'],
	['right-to-left isolate', '\u{2067}'],
	['soft hyphen', '\u{AD}'],
	['byte order mark', '\u{FEFF}'],
	['null character', '\u{0}'],
];
/** The same name with composed and with decomposed letters. */
const [COMPOSED, DECOMPOSED] = ['jos\u{E9}', 'jose\u{301}'];

const run = async (parameters: INodeParameters, input: string[]) =>
	await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		input: input.map((name) => ({ name })),
		parameters,
	});
const pay = async (mode: 'email' | 'username', ...names: string[]) =>
	await run(award(service, { serviceId: { __rl: true, mode, value: '={{ $json.name }}' } }), names);
const stars = () => service.balance(service.ids.members.ada, service.ids.currencies.stars);
const found = async (values: string) =>
	(await run({ resource: 'member', operation: 'search', type: 'username', values }, [''])).items.map(
		({ json }) => json,
	);
const rename = (username: string) => {
	service.state.realms.get(service.realmId)!.members.get(service.ids.members.ada)!.username = username;
};
const valuesOf = ({ query }: { query: unknown }) => (query as { values: string }).values;
const lookUps = () => service.requests.filter(({ operationId }) => operationId === 'member.search');

describe.each(INVISIBLE)('a name with a %s', (_what, sign) => {
	it.each([`${EMAIL}${sign}`, `${sign}${EMAIL}`, `ada${sign}@members.example`])(
		'finds the member with the email, and pays (%j)',
		async (email) => {
			const before = stars();
			const { items, errorItems } = await pay('email', email);
			expect(errorItems).toEqual([]);
			expect(items[0]?.json).toMatchObject({ amount: 5 });
			expect(stars()).toBe(before + 5);
		},
	);

	it('finds a username, and a username that has it', async () => {
		const before = stars();
		await pay('username', `a${sign}da`);
		rename(`a${sign}da`);
		await pay('username', `a${sign}da`);
		await pay('username', `a${sign}d${sign}a`);
		expect(stars()).toBe(before + 10);
	});

	it('finds the member with exactly this name, if another one only looks the same', async () => {
		const other = service.control.joinMember(`a${sign}da`).id;
		const { stars: currency } = service.ids.currencies;
		const before = [stars(), service.balance(other, currency)];
		await pay('username', `a${sign}da`);
		await pay('username', 'ada', `a${sign}da`);
		expect([stars(), service.balance(other, currency)]).toEqual([before[0]! + 5, before[1]! + 10]);
	});

	it('pays nobody if two members only look the same as it', async () => {
		rename(COMPOSED);
		service.control.joinMember(DECOMPOSED);
		const before = stars();
		const name = `jo${sign}s\u{E9}`;
		const { errorItems } = await pay('username', name);
		expect(errorItems[0]?.json.error).toBe(`"Member": several members have the username ${name}`);
		expect(stars()).toBe(before);
	});
});

describe('composed and decomposed letters are the same name', () => {
	it.each([
		[COMPOSED, DECOMPOSED],
		[DECOMPOSED, COMPOSED],
		[COMPOSED, COMPOSED],
		[DECOMPOSED, DECOMPOSED],
		[COMPOSED, `${COMPOSED.toUpperCase()}\u{200B}`],
	])('a member %j is paid as %j', async (registered, given) => {
		rename(registered);
		const before = stars();
		const { errorItems } = await pay('username', given);
		expect(errorItems).toEqual([]);
		expect(stars()).toBe(before + 5);
	});

	it('jose is another person than josé', async () => {
		rename('jose');
		const { errorItems } = await pay('username', COMPOSED);
		expect(errorItems[0]?.json.error).toBe(`"Member": no member has the username ${COMPOSED}`);
	});

	it('names that are found as they are need no other request', async () => {
		const names = Array.from({ length: 40 }, (_, index) => `ren\u{E9}e ${index}`);
		for (const name of names) service.control.joinMember(name);
		expect((await pay('username', ...names)).items).toHaveLength(40);
		expect(lookUps()).toHaveLength(1);
		expect((await pay('username', ...names.map((name) => name.normalize('NFD')))).items).toHaveLength(40);
	});

	it('a service that compares as people do is asked once, and may list a member for each spelling', async () => {
		rename(COMPOSED);
		const [member] = await found(COMPOSED);
		const answer = (data: unknown[]) => ({ status: 200, body: { data, meta: { total: data.length } } });
		const fault = { operation: 'member.search', kind: 'status', times: 1 } as const;
		const before = stars();
		service.control.addFault({ ...fault, ...answer([member]) });
		await pay('username', DECOMPOSED);
		expect(lookUps()).toHaveLength(2);
		service.control.addFault({ ...fault, ...answer([]) });
		service.control.addFault({ ...fault, ...answer([member, member]) });
		const { errorItems } = await pay('username', `${DECOMPOSED}\u{200B}`);
		expect(errorItems).toEqual([]);
		expect(stars()).toBe(before + 10);
	});
});

it('a changed name is only searched for, and the payment has the ID', async () => {
	const { items } = await pay('username', 'ada\u{200B}');
	expect(items.map(({ json }) => json.amount)).toEqual([5]);
	const payments = service.requests.filter(({ method }) => method !== 'GET');
	expect(payments.map(({ path }) => path.includes(service.ids.members.ada))).toEqual([true]);
	expect(JSON.stringify(payments)).not.toContain('\u{200B}');
});

it('names that look the same in a key are one key, so a person is paid once', async () => {
	const byName = async (...names: string[]) => {
		const parameters = award(service, {
			serviceId: { __rl: true, mode: 'username', value: '={{ $json.name }}' },
			repeatProtection: 'key',
			idempotencyKey: '=week-{{ $json.name }}',
		});
		return (await run(parameters, names)).items.map(({ json }) => json.skipped ?? json.amount);
	};
	rename(COMPOSED);
	const before = stars();
	expect(await byName(`${DECOMPOSED}\u{200B}`, DECOMPOSED)).toEqual([5, true]);
	expect(await byName(COMPOSED, `jo\u{AD}s\u{E9}`)).toEqual([true, true]);
	expect(stars()).toBe(before + 5);
});

it('a name of invisible characters only is refused, although a member may have no name', async () => {
	const nobody = { id: service.ids.members.ada, username: null, displayName: 'Nobody' };
	service.control.addFault({
		operation: 'member.search',
		kind: 'status',
		status: 200,
		body: { data: [nobody], meta: { total: 1 } },
	});
	const before = stars();
	for (const name of ['\u{200B}\u{2060}', '\u{200B}']) {
		const { errorItems } = await pay('username', name);
		expect(errorItems[0]?.json.error).toMatch(/^"Member" (must not|is an expression)/);
	}
	expect(stars()).toBe(before);
});

describe('a search', () => {
	const member: INodeParameters = { resource: 'member', operation: 'search', values: '={{ $json.name }}' };
	const searches: Array<[string, INodeParameters]> = [
		['for members', member],
		['for a person', { resource: 'member', operation: 'resolve', value: '={{ $json.name }}' }],
		['for an account', { resource: 'account', operation: 'find', value: '={{ $json.name }}' }],
	];
	it.each(searches)('%s finds the spelling that people see, and the given one', async (_what, parameters) => {
		const ids = async (name: string) => {
			const { items } = await run({ ...parameters, type: 'username' }, [name]);
			return items.map(({ json }) => json.serviceId ?? json.id);
		};
		for (const [stored, searched] of [
			['ada', 'a\u{AD}da'],
			['a\u{AD}da', 'a\u{AD}da'],
			[COMPOSED, DECOMPOSED],
			[DECOMPOSED, DECOMPOSED],
			[DECOMPOSED, COMPOSED],
		]) {
			rename(stored!);
			expect(await ids(searched!)).toEqual([service.ids.members.ada]);
		}
	});

	it('has at most 50 values', async () => {
		const names = Array.from({ length: 49 }, (_, index) => `ren\u{E9}e ${index}`);
		await run({ ...member, type: 'username', values: names.join() }, ['']);
		expect(service.requests.map((request) => valuesOf(request).split(',').length)).toEqual([50]);
	});
});

describe('an ID elsewhere is stored and paid as it is, so an invisible character is refused and named', () => {
	const person = {
		type: 'custom',
		source: 'shop',
		realmPointId: byId('64b7f1c2a9d3e45f60718299'),
		amount: 5,
	};
	it.each<[string, INodeParameters]>([
		['an award', { ...person, operation: 'updateBalance', value: '={{ $json.name }}' }],
		['awards in bulk', { ...person, operation: 'updateBalances', value: '={{ $json.name }}' }],
		['a new credential', { operation: 'createSocial', provider: 'shop', providerId: '={{ $json.name }}' }],
	])('%s', async (_what, parameters) => {
		const { errorItems } = await run({ resource: 'memberCredential', ...parameters }, ['nora\u{200B}17']);
		expect(errorItems[0]?.json.error).toMatch(
			/^"(Value|Provider ID)" must not contain the invisible character U\+200B/,
		);
		expect(service.requests).toEqual([]);
	});

	it('a credential that has one is found and deleted by it', async () => {
		const identity = {
			resource: 'memberCredential',
			type: 'custom',
			value: 'nora\u{200B}17',
			source: 'shop',
		};
		for (const operation of ['find', 'delete']) await run({ ...identity, operation }, ['']);
		expect(service.requests.map(({ query }) => (query as IDataObject).value)).toEqual([
			'nora\u{200B}17',
			'nora\u{200B}17',
		]);
	});

	it('a joiner in an emoji or a name is visible', async () => {
		const { errorItems } = await run(
			{
				resource: 'memberCredential',
				operation: 'createSocial',
				provider: 'shop',
				providerId: '={{ $json.name }}',
			},
			['👩‍🚀 می‌خواهم ❤️'],
		);
		expect(errorItems).toEqual([]);
		expect(service.requests[0]?.body).toMatchObject({ providerId: '👩‍🚀 می‌خواهم ❤️' });
	});
});

describe('half a character', () => {
	/** Half an emoji, as `{{ $json.name.slice(0, 8) }}` leaves it. A URL would contain U+FFFD instead. */
	const CUT = 'customer\ud83d';

	let server: HttpServer;
	beforeAll(async () => {
		server = await startHttpServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end('{"id":"x","data":[{"id":"x"}],"success":true,"accountId":"x","status":"FAILED"}');
		});
	});
	afterAll(async () => await server.stop());

	const runCut = async (parameters: IDataObject, item: IDataObject) =>
		await runNode({
			credential: { ...service.credential({ appUrl: server.url }), baseUrl: server.url },
			parameters: parameters as never,
			input: [{ item }],
		});

	/** The item with one of its texts cut. */
	function* withCutText(item: ItemValues): Generator<IDataObject> {
		const values = item as IDataObject;
		for (const [name, value] of Object.entries(values)) {
			if (typeof value === 'string') yield { ...values, [name]: CUT };
			if (!/Fields$/.test(name)) continue;
			for (const [field, held] of Object.entries(value as IDataObject)) {
				if (typeof held === 'string')
					yield { ...values, [name]: { ...(value as IDataObject), [field]: CUT } };
			}
		}
	}

	it.each(namedOperations)(
		'%s sends no other text in its address than the one it was given',
		async (name, operation) => {
			const [item] = scenarios[name]!(service);
			const { resource } = operation;
			const before = server.requests.length;
			const parameters = { resource, operation: operation.name, ...expressions(operation, item!) };
			for (const cut of withCutText(item!)) {
				await server.move();
				await runCut(parameters, cut);
			}
			expect(server.requests.slice(before).filter((line) => /%EF%BF%BD/i.test(line))).toEqual([]);
		},
	);

	it('an award to half a name is refused, by the name of its field', async () => {
		const sent = server.requests.length;
		const { error } = await runCut(
			{
				resource: 'memberCredential',
				operation: 'updateBalance',
				type: 'custom',
				value: '={{ $json.item.value }}',
				source: 'shop',
				realmPointId: 'c00000000000000000000001',
				amount: 5,
			},
			{ value: CUT },
		);
		expect(error?.message).toBe('"Value" contains an incomplete character');
		expect(error?.description).toContain('Nothing was sent.');
		expect(server.requests).toHaveLength(sent);
	});

	it('an award under a key that was cut inside an emoji is refused, whichever emoji it was', async () => {
		const paid = service.control.ledger().entries.length;
		for (const name of ['Ann 🎉', 'Ann 😀']) {
			const { items, errorItems } = await runNode({
				credential: service.credential(),
				parameters: award(service, {
					repeatProtection: 'key',
					idempotencyKey: '={{ $json.name.slice(0, 5) }}',
				}),
				input: [{ to: service.ids.members.ada, name }],
				onError: 'continueErrorOutput',
			});
			expect(items).toEqual([]);
			expect(errorItems.map(({ json }) => [json.error, json.details])).toEqual([
				['The key has half a character', expect.objectContaining({ outcome: 'notApplied' })],
			]);
		}
		expect(service.requests).toEqual([]);
		expect(service.control.ledger().entries).toHaveLength(paid);
	});
});
