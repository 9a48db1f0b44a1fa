// Falls with nodes/RewardsEngagement/run/run.ts.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { gates } from '../../nodes/RewardsEngagement/api/gate';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { ApiRequest } from '../../nodes/RewardsEngagement/api/request';
import {
	localOperation,
	operation,
	type LocalOperation,
	type Operation,
} from '../../nodes/RewardsEngagement/declare/operation';
import { Registry } from '../../nodes/RewardsEngagement/declare/registry';
import { anything, bare, inData, listInData } from '../../nodes/RewardsEngagement/declare/response';
import { unsentProblem } from '../../nodes/RewardsEngagement/errors';
import type { Field } from '../../nodes/RewardsEngagement/fields/field';
import { number } from '../../nodes/RewardsEngagement/fields/number';
import { flag, id, text } from '../../nodes/RewardsEngagement/fields/text';
import { record } from '../../nodes/RewardsEngagement/shared/record';
import { jsonOf, outcomesOf, pairedOf, run, Service, wordsOf, type Running, withKnownWaits } from './nodeRun';

let service: Service;
withKnownWaits(0);
beforeEach(() => (service = new Service()));

const thing = id('Thing', { description: 'What is acted on' });
const amount = number('Amount', { description: 'How much', default: 1, minimum: 1 });
/** A record whose simplified form a user can choose. */
const formed = record(
	{ id: z.string(), name: z.string(), wallet: z.string(), pin: z.string(), note: z.string() },
	{ simplified: ['id', 'name'] },
);
const FULL = { id: 'a', name: 'Ada', wallet: '0x1', pin: '1234', note: 'n' };

/** With any combination of its fields. */
type Declared = Omit<Operation, 'policy' | 'request'> & {
	request(values: Record<string, unknown>): ApiRequest;
};
type Acting = Operation | LocalOperation;

/** A read that asks for a thing by default. */
const reading = (more: Partial<Declared> = {}): Operation =>
	operation({
		displayName: 'Act',
		action: 'Act on it',
		description: 'Acts on it',
		realm: false,
		parameters: { thing },
		effect: 'read',
		request: (values) => ({ method: 'GET', path: path`/things/${values.thing as string}` }),
		response: bare(record({ id: z.string() })),
		...more,
	} as Parameters<typeof operation>[0]);
/** An operation that pays, so a repeat would pay twice. */
const paying = (more: Partial<Declared> = {}): Operation =>
	reading({
		parameters: { thing, amount },
		effect: 'once',
		request: (values) => ({
			method: 'POST',
			path: path`/payments/${values.thing as string}`,
			body: { amount: values.amount },
		}),
		...more,
	});
const noting = (more: Partial<LocalOperation>): LocalOperation =>
	localOperation({
		displayName: 'Note',
		action: 'Note it',
		description: 'Notes it',
		realm: false,
		parameters: { thing },
		response: bare(anything),
		run: () => [],
		...more,
	});

const registryWith = (operations: Record<string, Acting>) => {
	const common = { description: 'A thing', default: 'act', operations };
	return new Registry({
		thing: { ...common, name: 'Thing', sensitive: ['pin'], keptFromModels: ['wallet'] },
		other: { ...common, name: 'Other', sensitive: ['code'], keptFromModels: ['bank'] },
	});
};

const named = (...names: string[]) => names.map((name) => ({ thing: name, amount: 1 }));
const goingOn = { onError: 'continueRegularOutput' } as const;
const asTool = { type: 'n8n-nodes-rewards-engagement.rewardsEngagementTool' };
const byKey = { repeatProtection: 'key', idempotencyKey: '={{ $json.thing.trim() }}' };
const answered = (body: unknown) => void (service.answer = () => ({ body }));

/** Runs the node with one operation, by default for one item. */
const runOf = async (acting: Acting, more: Partial<Running> = {}) =>
	await run({
		service,
		operation: 'act',
		input: named('a'),
		registry: registryWith({ act: acting }),
		...more,
	});
/** The output of the items, none of which stops the run. */
const givenBy = async (acting: Acting, more: Partial<Running> = {}) => {
	const ran = await runOf(acting, more);
	expect(ran.error).toBeUndefined();
	return jsonOf(ran);
};

describe('an item that cannot be read', () => {
	it.each([false, true])(
		'is refused for how it was written, where its operation says so (a tool: %p)',
		async (tool) => {
			const told: unknown[] = [];
			const acting = reading({
				checkWritten: ({ thing: value }, { of, partsOf, isTool }) => {
					told.push(value, of('thing'), of('not written'), partsOf('thing')?.length, isTool);
					throw unsentProblem('Written in another way', '');
				},
			});
			const parameters = { thing: '={{ $json.thing.trim() }} too' };
			const node = { ...goingOn, ...(tool && asTool) };
			expect(wordsOf(await runOf(acting, { parameters, node }))).toEqual(['Written in another way']);
			expect(told).toEqual(['a too', parameters.thing, undefined, 2, tool]);
			expect(service.lines).toEqual([]);
		},
	);

	it.each(['resource', 'operation'])('says so where an expression is the %s', async (choice) => {
		const parameters = { [choice]: '={{ $json.missing }}' };
		const ran = await runOf(reading(), { parameters, node: goingOn });
		expect(wordsOf(ran)).toEqual([expect.stringMatching(/^"(Resource|Operation)" cannot be an expression$/)]);
		expect(outcomesOf(ran)).toEqual(['notApplied']);
		expect(service.lines).toEqual([]);
	});
});

describe('the patience of a request', () => {
	const triesOf = async (options: IDataObject) => {
		service.asked.length = 0;
		await runOf(reading(), { options });
		return service.asked.length;
	};

	it('is five tries, or as many more than one as a person says', async () => {
		service.answer = () => ({ status: 503 });
		expect(await triesOf({})).toBe(5);
		expect(await triesOf({ retries: 0 })).toBe(1);
		expect(await triesOf({ retries: 6 })).toBe(7);
	});

	it.each([
		[{}, 60],
		[{ maximumWaitSeconds: 3 }, 3],
		[{ maximumWaitSeconds: 299 }, 299],
		[{ maximumWaitSeconds: 3_600 }, 300],
		[{ maximumTotalWaitSeconds: 4 }, 4],
		[{ maximumTotalWaitSeconds: 3_600, maximumWaitSeconds: 3_600 }, 3_600],
	])('with %j waits up to %i seconds when the service asks for it', async (options, most) => {
		const asking = (seconds: number) => {
			const answers = [{ status: 503, headers: { 'retry-after': String(seconds) } }, {}];
			service.answer = () => answers.shift();
		};
		asking(most);
		expect(await triesOf(options)).toBe(2);
		asking(most + 1);
		expect(await triesOf(options)).toBe(1);
	});

	it.each([
		[{}, 30_000, reading()],
		[{ timeoutSeconds: 2 }, 2_000, reading({ usualTimeoutSeconds: 50 })],
		[{}, 50_000, reading({ usualTimeoutSeconds: 50 })],
	])('with %j gives an answer %i milliseconds', async (options, most, acting) => {
		service.answer = () => ({ delay: most - 150 });
		const wait = { retries: 0, ...options };
		expect((await runOf(acting, { options: wait })).error).toBeUndefined();
		service.answer = () => ({ delay: most + 250 });
		expect((await runOf(acting, { options: wait })).error).toMatchObject({
			message: 'The service did not respond in time',
			description: expect.stringContaining('raise the option "Timeout (Seconds)"') as string,
		});
	});

	it('outlasts refusals for the limit, unless a person gave the number of tries', async () => {
		const refusedTries = async (options: IDataObject) => {
			gates.clear();
			service.answer = (_asked, count) => ({ status: count < 9 ? 429 : 200 });
			return await triesOf(options);
		};
		expect(await refusedTries({})).toBe(9);
		expect(await refusedTries({ retries: 2 })).toBe(3);
	});
});

describe('how many go out at a time', () => {
	const input = named(...Array.from({ length: 12 }, (_item, index) => `t${index}`));
	it.each<[boolean, string, Operation]>([
		[true, 'a read', reading()],
		[false, 'a read of much', reading({ isHeavy: true })],
		[false, 'a payment', paying()],
		[
			true,
			'what a repeat would not double, for the values of the item',
			paying({ effectOf: () => 'replace' }),
		],
	])('is more than one (%p) of %s, unless a person says so', async (isMore, _what, acting) => {
		service.answer = () => ({ delay: 10 });
		await runOf(acting, { input });
		expect(service.width > 1).toBe(isMore);
		for (const concurrency of [1, 12]) {
			service.width = 0;
			await runOf(acting, { input, options: { concurrency } });
			expect(service.width).toBe(concurrency);
		}
	});

	it.each([
		[1, false],
		[12, true],
	])('is %i of an operation that asks nothing of the service (parallel: %p)', async (most, isParallel) => {
		let [open, width] = [0, 0];
		const acting = noting({
			...(isParallel && { isParallel }),
			run: async () => {
				width = Math.max(width, ++open);
				await new Promise((resolve) => setTimeout(resolve, 5));
				open--;
				return [];
			},
		});
		await runOf(acting, { input });
		expect(width).toBe(most);
	});
});

describe('what an item gives', () => {
	it('is a record that says nothing where a read found one', async () => {
		service.answer = () => ({ text: 'null' });
		expect(await givenBy(reading({ asksAnything: true, response: bare(anything) }))).toEqual([{}]);
	});

	it('is the one answer where no list is asked for, be it like a page of one', async () => {
		const body = { data: [{ id: 'a' }], meta: { page: 1, totalPages: 2 } };
		answered(body);
		expect(await givenBy(reading({ response: bare(anything) }))).toEqual([body]);
		expect(service.asked).toHaveLength(1);
	});

	it('is what the operation makes of it itself, be it files', async () => {
		const binary = { data: { data: '', mimeType: 'text/plain' } };
		const calls: unknown[] = [];
		const acting = reading({
			response: bare(formed),
			perform: (call) => {
				calls.push([call.values.thing, call.request.path.text, call.client.connection.realmId]);
				calls.push(call.context.getNode().name);
				return [{ json: FULL, binary }, { json: { id: 'b' } }];
			},
		});
		const { items } = await runOf(acting);
		expect(items).toEqual([
			{ json: { id: 'a', name: 'Ada' }, binary, pairedItem: { item: 0 } },
			{ json: { id: 'b' }, pairedItem: { item: 0 } },
		]);
		expect(calls).toEqual([['a', '/things/a', 'r'], 'Rewards']);
		expect(service.lines).toEqual([]);
	});

	it('is to a model without fields that any resource calls sensitive, or this one keeps from models', async () => {
		const body = { id: 'a', pin: '1', code: '2', wallet: '3', bank: '4' };
		answered(body);
		const [hidden, node] = ['[hidden]', asTool];
		expect(await givenBy(reading(), { node })).toEqual([
			{ ...body, pin: hidden, code: hidden, wallet: hidden },
		]);
		const parameters = { resource: 'other' };
		expect(await givenBy(reading(), { node, parameters })).toEqual([
			{ ...body, pin: hidden, code: hidden, bank: hidden },
		]);
		expect(await givenBy(reading())).toEqual([body]);
		const acting = paying({
			request: () => ({ method: 'POST', path: path`/x`, body: { pin: '1', to: 'b' } }),
		});
		const [shown] = await givenBy(acting, { node, options: { dryRun: true } });
		expect(JSON.stringify(shown)).toContain('{"pin":"[hidden]","to":"b"}');
	});

	it('is from an operation that asks nothing what it makes of parameters, options and credential', async () => {
		const acting = noting({
			options: { loud: flag('Loud', { description: 'Whether it is loud' }) },
			run: ({ values, connection, itemIndex, context }) => [
				{ json: { ...values, itemIndex, of: connection.baseUrl, by: context.getNode().name } },
			],
		});
		const given = await givenBy(acting, { input: named('a', 'b'), options: { loud: true } });
		const common = { loud: true, of: 'http://service.example', by: 'Rewards' };
		expect(given).toEqual([
			{ ...common, thing: 'a', itemIndex: 0 },
			{ ...common, thing: 'b', itemIndex: 1 },
		]);
	});
});

it('an operation that asks nothing is done once for all tries of n8n, be it that it failed', async () => {
	let runs = 0;
	const acting = noting({
		run: ({ itemIndex }) => {
			runs++;
			if (itemIndex === 1) throw new Error('It is gone');
			return [{ json: { runs } }];
		},
	});
	const { signal } = new AbortController();
	const more = { input: named('a', 'b'), signal, node: { id: 'local', retryOnFail: true, ...goingOn } };
	for (const ran of [await runOf(acting, more), await runOf(acting, more)]) {
		expect(wordsOf(ran)).toEqual([undefined, 'It is gone']);
		expect(outcomesOf(ran)).toEqual([undefined, 'notApplied']);
	}
	expect(runs).toBe(2);
	expect(await givenBy(acting, { node: { id: 'local' } })).toEqual([{ runs: 3 }]);
});

describe('identical reads of a run', () => {
	const asksFor = async (acting: Acting, more: Partial<Running> = {}) => {
		service.asked.length = 0;
		await runOf(acting, { input: named('a', 'a'), ...more });
		return service.asked.length;
	};

	it('share a request, but not those of what is more than a request and its answer', async () => {
		expect(await asksFor(reading())).toBe(1);
		const perform: Declared['perform'] = async ({ client, request }) => {
			await client.send(request);
			return [];
		};
		expect(await asksFor(reading({ perform }))).toBe(2);
		expect(await asksFor(reading({ effect: 'replace' }))).toBe(2);
		expect(await asksFor(reading({ effect: 'once' }))).toBe(2);
	});

	it.each<[count: number, part: string, (other: number) => Partial<ApiRequest>]>([
		[1, 'nothing', () => ({})],
		[2, 'the method', (other) => ({ method: other === 1 ? 'GET' : 'POST' })],
		[2, 'the path', (other) => ({ path: path`/x/${String(other)}` })],
		[2, 'the query', (other) => ({ query: { other } })],
		[2, 'the body', (other) => ({ body: { other } })],
	])('make %i requests where they differ in %s', async (count, _part, differing) => {
		const other = number('Other', { description: 'Something else', default: 1, minimum: 1 });
		const acting = reading({
			parameters: { thing, other },
			request: (values) => ({ method: 'GET', path: path`/x`, ...differing(values.other as number) }),
		});
		const input = [1, 2].map((value) => ({ thing: 'a', other: value }));
		expect(await asksFor(acting, { input, parameters: { other: '={{ $json.other }}' } })).toBe(count);
	});

	it('give each item what of the answer it wants, as a copy of its own', async () => {
		const input = [
			{ thing: 'a', most: 1, whole: false, form: true },
			{ thing: 'a', most: 2, whole: true, form: false },
		];
		const data = [FULL, { ...FULL, id: 'b' }];
		answered({ data });
		const given = async (acting: Acting, parameters: Record<string, unknown>) => {
			const { items } = await runOf(acting, { input, parameters });
			const paired = pairedOf({ items, hints: [] });
			return [0, 1].map((item) =>
				items.filter((_one, index) => paired[index] === item).map(({ json }) => json),
			);
		};
		const list = reading({ response: listInData(formed) });
		const [first, second] = ['a', 'b'].map((one) => ({ id: one, name: 'Ada' }));
		expect(await given(list, { limit: '={{ $json.most }}' })).toEqual([[first], [first, second]]);
		expect(await given(list, { simplify: '={{ $json.form }}' })).toEqual([[first, second], data]);
		const plain = reading({ response: inData(record({ id: z.string() })) });
		answered({ data: FULL });
		const whole = { additionalFields: { fullResponse: '={{ $json.whole }}' } };
		expect(await given(plain, whole)).toEqual([[FULL], [{ data: FULL }]]);
		const [[one], [other]] = (await given(plain, {})) as [IDataObject[], IDataObject[]];
		expect(one).toEqual(other);
		expect(one).not.toBe(other);
	});

	it('fail together, and are not asked again', async () => {
		service.answer = () => ({ status: 404 });
		const ran = await runOf(reading(), { input: named('a', 'a', 'a'), node: goingOn });
		expect(outcomesOf(ran)).toEqual(['notApplied', 'notApplied', 'notApplied']);
		expect(service.asked).toHaveLength(1);
	});
});

describe('a dry run', () => {
	const dry = { options: { dryRun: true } };

	it('shows what the operation asks for beside it, without the key of the credential', async () => {
		const secret = 'key-of-the-realm-9f8e';
		const credential = async () =>
			await Promise.resolve({ baseUrl: 'http://service.example', apiKey: secret, realmId: 'r' });
		const acting = paying({
			request: () => ({ method: 'POST', path: path`/x`, body: { note: `of ${secret}` } }),
			preview: async ({ values, client }) =>
				await Promise.resolve({
					price: values.amount as number,
					pin: '1',
					key: client.connection.secrets[0] ?? '',
				}),
		});
		const [given] = await givenBy(acting, { ...dry, credential });
		expect(given).toMatchObject({ dryRun: true, price: 1, pin: '1', key: '[hidden]' });
		expect(JSON.stringify(given)).toContain('"of [hidden]"');
		const [toModel] = await givenBy(acting, { ...dry, credential, node: asTool });
		expect(toModel).toMatchObject({ pin: '[hidden]' });
		expect(service.lines).toEqual([]);
	});

	it('shows no secret that is a parameter, wherever it is, and all else', async () => {
		const secret = (name: string): Field<string> => {
			const field = text(name, { description: 'A secret' });
			return { ...field, property: { ...field.property, typeOptions: { password: true } } };
		};
		const acting = paying({
			parameters: { thing, amount, one: secret('One') },
			additionalFields: {
				two: secret('Two'),
				missing: secret('Missing'),
				open: text('Open', { description: 'No secret' }),
			},
			updateFields: { three: secret('Three') },
			request: ({ one, two, three, open, missing }) => ({
				method: 'POST',
				path: path`/x`,
				body: { one, two, three, open, missing },
			}),
		});
		const parameters = {
			one: 'secret 1',
			additionalFields: { two: 'secret 2', open: 'text' },
			updateFields: { three: 'secret 3' },
		};
		const [given] = await givenBy(acting, { ...dry, parameters });
		expect(JSON.stringify(given)).toContain(
			'{"one":"[hidden]","two":"[hidden]","three":"[hidden]","open":"text"}',
		);
	});

	it('fails where what it asks for fails, and nothing was applied', async () => {
		const preview = async () => await Promise.reject(new Error('It is gone'));
		const failed = await runOf(paying({ preview }), { ...dry, node: goingOn });
		expect(wordsOf(failed)).toEqual(['It is gone']);
		expect(outcomesOf(failed)).toEqual(['notApplied']);
		expect(failed.hints).toEqual([]);
	});
});

it('an operation whose endpoint nobody documents is named after a run, but for a dry one', async () => {
	const hintsOf = async (certainty: 'inferred' | 'stated', dryRun: boolean) =>
		(await runOf(paying({ certainty }), { options: { dryRun } })).hints.map(({ message }) => message).join();
	expect(await hintsOf('inferred', false)).toContain('Thing → Act uses an undocumented');
	expect(await hintsOf('stated', false)).toBe('');
	expect(await hintsOf('inferred', true)).not.toContain('undocumented');
});

describe('an item that was sent before with its key', () => {
	const skipped = (reason: string, firstRun: object) => ({
		skipped: true,
		idempotencyKey: expect.stringMatching(/^a@/) as string,
		reason,
		firstRun,
	});
	const HERE = 'Not sent: another item of this execution already did this with the same key';

	it('says by whom, and with what result', async () => {
		const running = { parameters: byKey, kept: new Set<string>(), node: { id: 'by key' } };
		const stored: IDataObject = {};
		const first = { execution: 'this', runIndex: 0, itemIndex: 0 };
		const ran = await runOf(paying(), { ...running, stored, input: named('a', 'a') });
		expect(jsonOf(ran)).toEqual([{ id: 'a' }, skipped(HERE, { ...first, json: { id: 'a' } })]);
		expect(ran.hints).toMatchObject([
			{ message: expect.stringContaining('one item that run 1 of') as string },
		]);
		const waited = JSON.parse(JSON.stringify(stored)) as IDataObject;
		expect(await givenBy(paying(), { ...running, stored: waited, runIndex: 1 })).toEqual([
			skipped(`${HERE}. Its result was not kept`, first),
		]);
		expect(await givenBy(paying(), running)).toEqual([
			skipped('Not sent: an earlier execution already did this with the same key. Its result was not kept', {
				execution: 'earlier',
			}),
		]);
		expect(service.asked).toHaveLength(1);
	});

	it('is refused if its outcome is unknown, and names the key that stays open', async () => {
		const running = { parameters: byKey, kept: new Set<string>(), node: { id: 'open', ...goingOn } };
		service.answer = () => ({ status: 500 });
		for (let runIndex = 0; runIndex < 2; runIndex++) {
			const [given] = jsonOf(await runOf(paying(), { ...running, runIndex }));
			expect(given?.details).toMatchObject({
				outcome: 'unknown',
				idempotencyKey: expect.stringMatching(/^a@/) as string,
			});
		}
		expect(service.asked).toHaveLength(1);
	});

	it('says so too where there was no result', async () => {
		const none = paying({ perform: () => [] });
		const [given] = await givenBy(none, { input: named('a', 'a'), parameters: byKey });
		expect(given).toEqual(skipped(HERE, { execution: 'this', runIndex: 0, itemIndex: 0, json: {} }));
	});
});
