// Falls with nodes/RewardsEngagement/run/runItems.ts.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { Client } from '../../nodes/RewardsEngagement/api/client';
import { gates } from '../../nodes/RewardsEngagement/api/gate';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { ApiRequest } from '../../nodes/RewardsEngagement/api/request';
import { unsentProblem, type Problem } from '../../nodes/RewardsEngagement/errors';
import type { Field } from '../../nodes/RewardsEngagement/fields/field';
import { number } from '../../nodes/RewardsEngagement/fields/number';
import { flag, id, realmId, text } from '../../nodes/RewardsEngagement/fields/text';
import { TriggerEventResolver } from '../../nodes/RewardsEngagement/idempotency/triggerEventResolver';
import { RunKeys } from '../../nodes/RewardsEngagement/idempotency/runKeys';
import type { Bulk } from '../../nodes/RewardsEngagement/declare/bulk';
import { RunSummary } from '../../nodes/RewardsEngagement/run/hints';
import { isLocal, type Job, type LocalJob } from '../../nodes/RewardsEngagement/run/job';
import {
	localOperation,
	operation,
	type LocalOperation,
	type Operation,
} from '../../nodes/RewardsEngagement/declare/operation';
import { choose, readDraft, toJob, type Run } from '../../nodes/RewardsEngagement/run/readItem';
import { ParameterReader } from '../../nodes/RewardsEngagement/fields/reader';
import { RecordNames } from '../../nodes/RewardsEngagement/run/recordNames';
import { Registry } from '../../nodes/RewardsEngagement/declare/registry';
import { anything, bare, deleted, inData, listInData } from '../../nodes/RewardsEngagement/declare/response';
import { Results } from '../../nodes/RewardsEngagement/run/results';
import { pipelinesOf } from '../../nodes/RewardsEngagement/run/runItems';
import { paceOf, repeatOf } from '../../nodes/RewardsEngagement/run/scheduler';
import { isTool } from '../../nodes/RewardsEngagement/host/tool';
import { record } from '../../nodes/RewardsEngagement/shared/record';
import { contextOf, jsonOf, outcomesOf, run, Service, wordsOf, type Running } from './nodeRun';
import { turnsDuring } from './turns';

let service: Service;
let random: jest.SpyInstance;
beforeEach(() => {
	service = new Service();
	gates.clear();
	random = jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => random.mockRestore());

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
const replacing = (more: Partial<Declared> = {}): Operation =>
	reading({
		effect: 'replace',
		request: (values) => ({ method: 'PUT', path: path`/things/${values.thing as string}`, body: {} }),
		...more,
	});

const registryWith = (operations: Record<string, Operation | LocalOperation>) =>
	new Registry({
		thing: {
			name: 'Thing',
			description: 'A thing',
			default: 'act',
			operations,
			sensitive: ['pin'],
			keptFromModels: ['wallet'],
		},
		other: {
			name: 'Other',
			description: 'Another thing',
			default: 'act',
			operations,
			sensitive: ['code'],
			keptFromModels: ['bank'],
		},
		plain: { name: 'Plain', description: 'A plain thing', default: 'act', operations },
	});

type Acting = Operation | LocalOperation;
const named = (...names: string[]) => names.map((name) => ({ thing: name, amount: 1 }));
const goingOn = { onError: 'continueRegularOutput' } as const;
const asTool = { type: 'n8n-nodes-rewards-engagement.rewardsEngagementTool' };
const byKey = { repeatProtection: 'key', idempotencyKey: '={{ $json.thing.trim() }}' };

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

/** The same run, without reading the items. */
const open = async (acting: Acting, more: Partial<Running> = {}): Promise<Run> => {
	const running = { service, operation: 'act', input: named('a'), ...more };
	const { context } = contextOf(running);
	const client = await Client.open(context);
	const node = context.getNode();
	const parameters = new ParameterReader(context, { credential: client.connection });
	return {
		context,
		registry: running.registry ?? registryWith({ act: acting }),
		client,
		parameters,
		chosen: new Map(),
		keys: new RunKeys(context, isTool(node)),
		names: new RecordNames(),
		events: new TriggerEventResolver(context),
		summary: new RunSummary(),
		nodeId: node.id,
		isTool: isTool(node),
	};
};
const readJob = (opened: Run, itemIndex: number): Job | LocalJob => {
	const draft = readDraft(opened, itemIndex);
	return isLocal(draft) ? draft : toJob(opened, draft);
};
const serviceJob = (opened: Run, itemIndex = 0) => readJob(opened, itemIndex) as Job;
const jobOf = async (acting: Acting, more: Partial<Running> = {}): Promise<Job> =>
	serviceJob(await open(acting, more));
const runJob = async (opened: Run, job: Job) =>
	await pipelinesOf(opened, new Results(opened.context)).service.run(job);
const thrownBy = async (work: () => unknown) => {
	try {
		await work();
	} catch (thrown) {
		return thrown;
	}
	throw new Error('Nothing was thrown');
};

describe('an item that cannot be read', () => {
	it.each([false, true])(
		'is refused for how it was written, where its operation says so (a tool: %p)',
		async (tool) => {
			const told: unknown[] = [];
			const acting = reading({
				checkWritten: ({ thing: value }, { of, partsOf, isTool: isOfModel }) => {
					told.push(value, of('thing'), of('not written'), partsOf('thing'), isOfModel);
					throw unsentProblem('Written in another way', '');
				},
			});
			const parameters = { thing: '={{ $json.thing.trim() }} too' };
			const opened = await open(acting, { parameters, ...(tool && { node: asTool }) });
			expect(await thrownBy(() => readJob(opened, 0))).toEqual(unsentProblem('Written in another way', ''));
			const parts = opened.parameters.partsOf('thing', 0);
			expect(parts?.length).toBeGreaterThan(0);
			expect(told).toEqual(['a too', parameters.thing, undefined, parts, tool]);
			expect(service.lines).toEqual([]);
		},
	);

	it('is refused as unsent, in the words of what is wrong', async () => {
		const opened = await open(reading(), { operation: 'nothing' });
		expect(((await thrownBy(() => readJob(opened, 0))) as Problem).told).toEqual({
			message: 'This node has no operation "nothing" for the resource "thing"',
			advice: 'Choose an operation from the list. For a call without an operation, use Request → Send.',
			outcome: 'notApplied',
			isUnsent: true,
		});
	});

	it.each([
		['resource', 'Resource'],
		['operation', 'Operation'],
	])('is refused by name where nothing says its %s', async (choice, label) => {
		const opened = await open(reading(), { parameters: { [choice]: '={{ $json.missing }}' } });
		expect(((await thrownBy(() => readJob(opened, 0))) as Problem).message).toBe(
			`"${label}" is an expression that returned no value for this item`,
		);
	});

	it('is one whose limit a model could set, where a repeat would double it', async () => {
		const options = { dryRun: '={{ $json.dry }}' };
		const input = [{ thing: 'a', amount: 1, dry: false }];
		expect((await runOf(paying(), { options, input })).error).toBeUndefined();
		expect(wordsOf(await runOf(paying(), { options, input, node: asTool }))).toEqual([
			'"Dry Run" is an expression that an AI model could set',
		]);
		const empty = { options: { maximumAmount: null } };
		const spending = paying({ spends: () => ({ amount: 1 }) });
		expect((await runOf(spending, empty)).error?.message).toBe('"Maximum Amount per Item" is empty');
		expect((await runOf(reading(), empty)).error).toBeUndefined();
	});
});

describe('the operation that an item chooses', () => {
	const openBoth = async () => {
		const payment = { kind: 'change', holder: 'thing', currency: 'thing' } as const;
		const registry = registryWith({ pay: { ...paying(), payment }, look: reading() });
		const input = ['look', 'pay', 'look'].map((chosen) => ({ thing: 'a', amount: 1, chosen }));
		return await open(reading(), { registry, input, parameters: { operation: '={{ $json.chosen }}' } });
	};

	it('is the same object for all items that choose it', async () => {
		const opened = await openBoth();
		const [look, pay, again] = [0, 1, 2].map((itemIndex) => choose(opened, itemIndex));
		expect([look!.operation.name, pay!.operation.name]).toEqual(['look', 'pay']);
		expect(again).toBe(look);
	});

	it('makes the run one of payments, whatever the other items do', async () => {
		const opened = await openBoth();
		const isOfPayments = [0, 1, 2].map((itemIndex) => {
			readDraft(opened, itemIndex);
			return opened.summary.isOfPayments;
		});
		expect(isOfPayments).toEqual([false, true, true]);
	});
});

describe('the patience of a request', () => {
	const triesOf = async (options: IDataObject, acting = reading()) => {
		await runOf(acting, { options });
		return service.asked.length;
	};

	it('is five tries, or as many more than one as a person says', async () => {
		service.answer = () => ({ status: 503 });
		expect(await triesOf({})).toBe(5);
		service.asked.length = 0;
		expect(await triesOf({ retries: 0 })).toBe(1);
		service.asked.length = 0;
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
			service.asked.length = 0;
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

	it('is for the service to pace, unless a person says how many go out at a time', async () => {
		service.answer = () => ({ delay: 10 });
		const input = named(...Array.from({ length: 12 }, (_item, index) => `t${index}`));
		const widthOf = async (options: IDataObject) => {
			gates.clear();
			service.width = 0;
			const opened = await open(reading(), { input, options });
			const { service: pipeline } = pipelinesOf(opened, new Results(opened.context));
			await Promise.all(input.map(async (_item, index) => await pipeline.run(serviceJob(opened, index))));
			return service.width;
		};
		expect(await widthOf({})).toBeLessThan(10);
		expect(await widthOf({ concurrency: 12 })).toBe(12);
	});

	it('outlasts refusals for the limit, unless a person gave the number of tries', async () => {
		const refusedTries = async (options: IDataObject) => {
			gates.clear();
			service.asked.length = 0;
			service.answer = (_asked, count) => ({ status: count < 9 ? 429 : 200 });
			return await triesOf(options);
		};
		expect(await refusedTries({})).toBe(9);
		expect(await refusedTries({ retries: 2 })).toBe(3);
	});

	it('counts for the realm of the item', async () => {
		const acting = reading({ realm: realmId });
		const realms = () => [...gates.keys()].map((key) => (JSON.parse(key) as string[])[1]);
		await runOf(acting, { parameters: { realmId: 'mine' } });
		expect(realms()).toContain('mine');
		gates.clear();
		await runOf(acting, { parameters: { realmId: '' } });
		expect(realms()).toEqual(['r']);
	});
});

describe('what an item gives', () => {
	const answered = (body: unknown) => void (service.answer = () => ({ body }));

	it('is the record of the answer, in its simplified form unless a person wants all of it', async () => {
		answered(FULL);
		const acting = reading({ response: bare(formed) });
		expect(await givenBy(acting)).toEqual([{ id: 'a', name: 'Ada' }]);
		expect(await givenBy(acting, { parameters: { simplify: false } })).toEqual([FULL]);
	});

	it('is whatever the service sent where the full response is wanted', async () => {
		answered({ data: FULL, meta: { page: 1 } });
		const acting = reading({ response: inData(formed) });
		expect(await givenBy(acting)).toEqual([{ id: 'a', name: 'Ada' }]);
		const whole = { additionalFields: { fullResponse: true } };
		expect(await givenBy(acting, { parameters: whole })).toEqual([{ data: FULL, meta: { page: 1 } }]);
	});

	it('is as many records of a list as are wanted, over its pages', async () => {
		const records = Array.from({ length: 5 }, (_item, index) => ({ id: `r${index}` }));
		service.answer = ({ line }) => {
			const page = Number(/page=(\d)/.exec(line)?.[1] ?? 1);
			return { body: { data: records.slice((page - 1) * 2, page * 2), meta: { page, totalPages: 3 } } };
		};
		const acting = reading({
			response: listInData(record({ id: z.string() })),
			pagination: { place: 'page', size: 'limit', maximum: 2 },
		});
		expect(await givenBy(acting, { parameters: { limit: 3 } })).toEqual(records.slice(0, 3));
		expect(await givenBy(acting, { parameters: { returnAll: true } })).toEqual(records);
	});

	it('is as much of a list without pages as is wanted, and all of its answer as it came', async () => {
		const body = { data: [{ id: 'r0' }, { id: 'r1' }], meta: { total: 2 } };
		answered(body);
		const acting = reading({ response: listInData(record({ id: z.string() })) });
		expect(await givenBy(acting, { parameters: { limit: 1 } })).toEqual([{ id: 'r0' }]);
		const whole = { additionalFields: { fullResponse: true }, limit: 1 };
		expect(await givenBy(acting, { parameters: whole })).toEqual([body]);
	});

	it('is the one answer where no list is asked for, be it like a page of one', async () => {
		const body = { data: [{ id: 'a' }], meta: { page: 1, totalPages: 2 } };
		answered(body);
		expect(await givenBy(reading({ response: bare(anything) }))).toEqual([body]);
		expect(service.asked).toHaveLength(1);
	});

	it('is each page of a full list response, with all that it holds', async () => {
		service.answer = ({ line }) => {
			const page = line.includes('page=2') ? 2 : 1;
			const data = [{ id: `r${2 * page}` }, { id: `r${2 * page + 1}` }];
			return { body: { data, meta: { page, totalPages: 2 } } };
		};
		const acting = reading({
			response: listInData(record({ id: z.string() })),
			pagination: { place: 'page', size: 'limit', maximum: 2 },
		});
		const whole = { additionalFields: { fullResponse: true }, limit: 3 };
		expect(await givenBy(acting, { parameters: whole })).toMatchObject([
			{ data: [{ id: 'r2' }, { id: 'r3' }], meta: { page: 1 } },
			{ data: [{ id: 'r4' }, { id: 'r5' }], meta: { page: 2 } },
		]);
		service.answer = ({ line }) => {
			const page = line.includes('page=2') ? 2 : 1;
			return { body: { data: page === 1 ? [] : [{ id: 'r' }], meta: { page, totalPages: 2 } } };
		};
		expect(await givenBy(acting, { parameters: { ...whole, limit: 1 } })).toHaveLength(2);
	});

	it('is nothing where a read is answered with nothing, and a confirmation of a change', async () => {
		service.answer = () => ({ text: '' });
		expect((await runOf(reading({ asksAnything: true, response: bare(anything) }))).items).toHaveLength(0);
		expect(await givenBy(replacing({ response: deleted(['thing']) }))).toEqual([
			{ deleted: true, thing: 'a' },
		]);
	});

	it('is a record that says nothing where a read found one', async () => {
		service.answer = () => ({ text: 'null' });
		expect(await givenBy(reading({ asksAnything: true, response: bare(anything) }))).toEqual([{}]);
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

	it('leaves others their turn among many records', async () => {
		const data = Array.from({ length: 60 }, (_item, index) => ({ id: `r${index}` }));
		answered({ data });
		const acting = reading({ response: listInData(record({ id: z.string() })), givesAll: true });
		const opened = await open(acting);
		const job = serviceJob(opened);
		expect(await turnsDuring(async () => await runJob(opened, job))).toBeGreaterThanOrEqual(60);
	});

	it('is told apart as unknown where a change was sent and what follows fails', async () => {
		const broken = { response: bare(anything), perform: undefined };
		const failing = (effect: 'read' | 'once', isSent: boolean) =>
			reading({
				...broken,
				effect,
				request: () => ({ method: 'POST', path: path`/x` }),
				perform: async ({ client, request }) => {
					if (isSent) await client.send(request);
					throw new Error('Broken');
				},
			});
		const outcomeOf = async (effect: 'read' | 'once', isSent: boolean) =>
			outcomesOf(await runOf(failing(effect, isSent), { node: goingOn }))[0];
		expect(await outcomeOf('once', true)).toBe('unknown');
		expect(await outcomeOf('once', false)).toBe('notApplied');
		expect(await outcomeOf('read', true)).toBe('notApplied');
	});
});

describe('what a model is handed', () => {
	const tool = { node: asTool };
	const answered = (body: unknown) => void (service.answer = () => ({ body }));

	it('has no field that any resource calls sensitive, or this one keeps from models', async () => {
		const body = { id: 'a', pin: '1', code: '2', wallet: '3', bank: '4' };
		answered(body);
		const hidden = '[hidden]';
		expect(await givenBy(reading(), tool)).toEqual([
			{ id: 'a', pin: hidden, code: hidden, wallet: hidden, bank: '4' },
		]);
		expect(await givenBy(reading(), { ...tool, parameters: { resource: 'plain' } })).toEqual([
			{ id: 'a', pin: hidden, code: hidden, wallet: '3', bank: '4' },
		]);
		expect(await givenBy(reading())).toEqual([body]);
	});

	it('is what its owner chose, where a record has a form', async () => {
		answered(FULL);
		const acting = reading({ response: bare(formed) });
		const given = async (parameters: Record<string, unknown>) =>
			(await givenBy(acting, { ...tool, parameters }))[0];
		expect(await given({})).toEqual({ id: 'a', name: 'Ada' });
		expect(await given({ output: 'raw' })).toEqual(FULL);
		expect(await given({ output: 'selectedFields', fields: ['pin'] })).toEqual({ id: 'a', pin: '1234' });
	});

	it('is no full response that holds more than its owner chose', async () => {
		answered({ data: FULL });
		const whole = { additionalFields: { fullResponse: true } };
		const acting = reading({ response: inData(formed) });
		const opened = await open(acting, { ...tool, parameters: whole });
		const { told } = (await thrownBy(() => readJob(opened, 0))) as Problem;
		expect(told).toMatchObject({
			message: '"Full Response" returns fields that "Output" hides from the model',
			advice: 'Set "Output" to Raw, or remove "Full Response" from "Additional Fields". Nothing was sent.',
		});
		expect(service.lines).toEqual([]);
		expect(await givenBy(acting, { ...tool, parameters: { ...whole, output: 'raw' } })).toEqual([
			{ data: FULL },
		]);
		const plain = reading({ response: inData(record({ id: z.string() })) });
		expect(await givenBy(plain, { ...tool, parameters: whole })).toEqual([
			{ data: { ...FULL, pin: '[hidden]', wallet: '[hidden]' } },
		]);
		expect(await givenBy(acting, { parameters: whole })).toEqual([{ data: FULL }]);
	});

	it('is in a refusal no more than in an answer', async () => {
		const keptOf = async (acting: Acting, parameters: Record<string, unknown> = {}, node = {}) =>
			[...(await jobOf(acting, { parameters, node })).output.keptFromModel].sort();
		const acting = reading({ response: bare(formed) });
		const names = ['code', 'pin', 'wallet'];
		expect(await keptOf(reading(), {}, asTool)).toEqual(names);
		expect(await keptOf(reading())).toEqual([]);
		expect(await keptOf(acting, {}, asTool)).toEqual(['code', 'note', 'pin', 'pin', 'wallet', 'wallet']);
		expect(await keptOf(acting, { output: 'raw' }, asTool)).toEqual([]);
		expect(await keptOf(acting)).toEqual([]);
	});

	it('is hidden in what a dry run shows too', async () => {
		const acting = paying({
			request: () => ({ method: 'POST', path: path`/x`, body: { pin: '1', to: 'b' } }),
		});
		const options = { dryRun: true };
		expect((await givenBy(acting, { ...tool, options }))[0]?.body).toEqual({ pin: '[hidden]', to: 'b' });
		expect((await givenBy(acting, { options }))[0]?.body).toEqual({ pin: '1', to: 'b' });
	});
});

it('a read that has no address to go to is known to be unsent', async () => {
	const credential = async () => await Promise.resolve({ baseUrl: 'nowhere', apiKey: 'key', realmId: 'r' });
	expect(outcomesOf(await runOf(reading(), { credential, node: goingOn }))).toEqual(['notApplied']);
});

describe('identical reads of a run', () => {
	const things = named('a', 'a');
	const asksFor = async (acting: Acting, more: Partial<Running> = {}) => {
		service.asked.length = 0;
		await runOf(acting, { input: things, ...more });
		return service.asked.length;
	};

	it('share a request', async () => expect(await asksFor(reading())).toBe(1));

	it('are not those of what is more than a request and its answer, or changes something', async () => {
		const perform: Declared['perform'] = async ({ client, request }) => {
			await client.send(request);
			return [];
		};
		expect(await asksFor(reading({ perform }))).toBe(2);
		expect(await asksFor(replacing())).toBe(2);
	});

	it('are told apart by all that their answer depends on', async () => {
		const input = [
			{ thing: 'a', other: 1 },
			{ thing: 'a', other: 2 },
		];
		const other = number('Other', { description: 'Something else', default: 1, minimum: 1 });
		const parameters = { other: '={{ $json.other }}' };
		const differing = async (request: (other: number) => Partial<ReturnType<Declared['request']>>) =>
			await asksFor(
				reading({
					parameters: { thing, other },
					request: (values) => ({ method: 'GET', path: path`/x`, ...request(values.other as number) }),
				}),
				{ input, parameters },
			);
		expect(await differing(() => ({}))).toBe(1);
		expect(await differing((one) => ({ method: one === 1 ? 'GET' : 'POST' }))).toBe(2);
		expect(await differing((one) => ({ path: path`/x/${String(one)}` }))).toBe(2);
		expect(await differing((one) => ({ query: { one } }))).toBe(2);
		expect(await differing((one) => ({ body: { one } }))).toBe(2);
	});

	it('are told apart by what of the answer is wanted', async () => {
		const input = [
			{ thing: 'a', most: 1, whole: false, form: true },
			{ thing: 'a', most: 2, whole: true, form: false },
		];
		const body = { data: [FULL, { ...FULL, id: 'b' }] };
		service.answer = () => ({ body });
		const list = reading({ response: listInData(formed) });
		const given = async (acting: Acting, parameters: Record<string, unknown>) => {
			const { items } = await runOf(acting, { input, parameters });
			return [0, 1].map((index) =>
				items.flatMap(({ json, pairedItem }) =>
					(pairedItem as { item: number }).item === index ? [json] : [],
				),
			);
		};
		const short = (one: string) => ({ id: one, name: 'Ada' });
		expect(await given(list, { limit: '={{ $json.most }}' })).toEqual([
			[short('a')],
			[short('a'), short('b')],
		]);
		expect(await given(list, { simplify: '={{ $json.form }}' })).toEqual([
			[short('a'), short('b')],
			body.data,
		]);
		const plain = reading({ response: inData(record({ id: z.string() })) });
		service.answer = () => ({ body: { data: FULL } });
		const whole = { additionalFields: { fullResponse: '={{ $json.whole }}' } };
		expect(await given(plain, whole)).toEqual([[FULL], [{ data: FULL }]]);
	});
});

describe('a dry run', () => {
	const dry = { options: { dryRun: true } };

	it('shows the request and sends nothing', async () => {
		const ran = await runOf(paying(), dry);
		expect(jsonOf(ran)).toEqual([{ dryRun: true, method: 'POST', path: '/payments/a', body: { amount: 1 } }]);
		expect(ran.hints).toMatchObject([{ message: expect.stringContaining('dry run of one item') }]);
		expect(service.lines).toEqual([]);
		expect(await givenBy(paying(), { options: { dryRun: false } })).toEqual([{ id: 'a' }]);
	});

	it('shows what the operation asks for beside it, without the key of the credential', async () => {
		const credential = async () =>
			await Promise.resolve({
				baseUrl: 'http://service.example',
				apiKey: 'key-of-the-realm-9f8e',
				realmId: 'r',
			});
		const acting = paying({
			request: (values) => ({
				method: 'POST',
				path: path`/payments/${values.thing as string}`,
				body: { note: 'of key-of-the-realm-9f8e' },
			}),
			preview: async ({ values, client }) =>
				await Promise.resolve({
					price: values.amount as number,
					pin: '1',
					key: client.connection.secrets[0] ?? '',
				}),
		});
		expect(await givenBy(acting, { ...dry, credential })).toEqual([
			{
				dryRun: true,
				method: 'POST',
				path: '/payments/a',
				body: { note: 'of [hidden]' },
				price: 1,
				pin: '1',
				key: '[hidden]',
			},
		]);
		expect((await givenBy(acting, { ...dry, credential, node: asTool }))[0]).toMatchObject({
			pin: '[hidden]',
		});
	});

	it('shows no secret that is a parameter, wherever it is, and all else', async () => {
		const secret = (name: string): Field<string> => {
			const field = text(name, { description: 'A secret' });
			return { ...field, property: { ...field.property, typeOptions: { password: true } } };
		};
		const acting = paying({
			parameters: { thing, amount, one: secret('One') },
			additionalFields: { two: secret('Two'), open: text('Open', { description: 'No secret' }) },
			updateFields: { three: secret('Three') },
			request: ({ one, two, three, open: shown }) => ({
				method: 'POST',
				path: path`/x`,
				body: { one, two, three, open: shown },
			}),
		});
		const parameters = {
			one: 'secret 1',
			additionalFields: { two: 'secret 2', open: 'text' },
			updateFields: { three: 'secret 3' },
		};
		const [given] = await givenBy(acting, { ...dry, parameters });
		expect(given?.body).toEqual({ one: '[hidden]', two: '[hidden]', three: '[hidden]', open: 'text' });
	});

	it('shows nothing hidden where a secret was not given', async () => {
		const field = text('One', { description: 'A secret' });
		const one = { ...field, property: { ...field.property, typeOptions: { password: true } } };
		const acting = paying({
			additionalFields: { one },
			request: () => ({ method: 'POST', path: path`/x` }),
		});
		expect(await givenBy(acting, dry)).toEqual([{ dryRun: true, method: 'POST', path: '/x' }]);
	});

	it('fails where nothing could be sent, or what it asks for fails, and nothing was applied', async () => {
		const credential = async () => await Promise.resolve({ baseUrl: 'nowhere', apiKey: 'key', realmId: 'r' });
		const unsent = await runOf(paying(), { ...dry, credential, node: goingOn });
		expect(wordsOf(unsent)).toEqual([expect.stringContaining('"Base URL"')]);
		expect(outcomesOf(unsent)).toEqual(['notApplied']);
		expect(unsent.hints).toEqual([]);
		const preview = async () => await Promise.reject(new Error('It is gone'));
		const failed = await runOf(paying({ preview }), { ...dry, node: goingOn });
		expect(wordsOf(failed)).toEqual(['It is gone']);
		expect(outcomesOf(failed)).toEqual(['notApplied']);
	});

	it('leaves keys as they are, and what another try would do', async () => {
		const kept = new Set<string>();
		const { signal } = new AbortController();
		const node = { id: 'dry', retryOnFail: true };
		await runOf(paying(), { ...dry, kept, parameters: byKey, node, signal });
		expect([...kept]).toEqual([]);
		const ran = await runOf(paying(), { ...dry, kept, parameters: byKey, node, signal, runIndex: 1 });
		expect(jsonOf(ran)).toMatchObject([{ dryRun: true, idempotencyKey: expect.any(String) as string }]);
	});
});

it('an operation whose endpoint nobody documents is named after a run, but for a dry one', async () => {
	const hint = [{ message: expect.stringContaining('Thing → Act uses an undocumented') as string }];
	expect((await runOf(paying({ certainty: 'inferred' }))).hints).toMatchObject(hint);
	expect((await runOf(paying({ certainty: 'stated' }))).hints).toEqual([]);
	const dry = await runOf(paying({ certainty: 'inferred' }), { options: { dryRun: true } });
	expect(dry.hints).toHaveLength(1);
	expect(dry.hints).not.toMatchObject(hint);
});

describe('what a repeat would double', () => {
	const earlier = {
		skipped: true,
		idempotencyKey: expect.stringContaining('a') as string,
		reason: 'Not sent: an earlier execution already did this with the same key. Its result was not kept',
		firstRun: { execution: 'earlier' },
	};

	it('is sent once under its key, and says by whom', async () => {
		const kept = new Set<string>();
		const node = { id: 'by key' };
		const ran = await runOf(paying(), { input: named('a', 'a'), parameters: byKey, kept, node });
		expect(jsonOf(ran)).toEqual([
			{ id: 'a' },
			{
				skipped: true,
				idempotencyKey: expect.any(String) as string,
				reason: 'Not sent: another item of this execution already did this with the same key',
				firstRun: { execution: 'this', runIndex: 0, itemIndex: 0, json: { id: 'a' } },
			},
		]);
		expect(ran.hints).toMatchObject([
			{ message: expect.stringContaining('one item that run 1 of') as string },
		]);
		const next = await runOf(paying(), { parameters: byKey, kept, node });
		expect(jsonOf(next)).toEqual([earlier]);
		expect(next.hints).toMatchObject([
			{ message: expect.stringContaining('one item that an earlier execution') as string },
		]);
		expect(service.asked).toHaveLength(1);
	});

	it('says so too where the result was not kept, or was none', async () => {
		const kept = new Set<string>();
		const node = { id: 'waited' };
		const stored: IDataObject = {};
		await runOf(paying(), { parameters: byKey, kept, node, stored });
		const waited = JSON.parse(JSON.stringify(stored)) as IDataObject;
		const more = { parameters: byKey, kept, node, stored: waited, runIndex: 1 };
		expect(await givenBy(paying(), more)).toEqual([
			{
				...earlier,
				reason:
					'Not sent: another item of this execution already did this with the same key. Its result was not kept',
				firstRun: { execution: 'this', runIndex: 0, itemIndex: 0 },
			},
		]);
		const none = paying({ perform: () => [] });
		const [given] = await givenBy(none, { input: named('x', 'x'), parameters: byKey });
		expect(given?.firstRun).toEqual({ execution: 'this', runIndex: 0, itemIndex: 0, json: {} });
	});

	it('is sent once under a key of the item’s own also where a repeat would do the same', async () => {
		const acting = paying({ effectOf: () => 'replace' });
		const input = named('a', 'a');
		expect(await givenBy(acting, { input, parameters: byKey })).toMatchObject([
			{ id: 'a' },
			{ skipped: true },
		]);
		expect(service.asked).toHaveLength(1);
		await runOf(acting, { input });
		expect(service.asked).toHaveLength(3);
	});

	it('is sent once for all tries of n8n, whatever becomes of others', async () => {
		const { signal } = new AbortController();
		const tried = async (acting: Acting, parameters: Record<string, unknown> = {}) => {
			const node = { id: `tried ${Math.random()}`, retryOnFail: true, ...goingOn };
			service.asked.length = 0;
			const more = { signal, node, parameters, input: named('a', 'b') };
			service.answer = ({ line }) => (line.endsWith('b') ? { status: 404 } : undefined);
			await runOf(acting, more);
			service.answer = () => undefined;
			const ran = await runOf(acting, more);
			return [service.asked.length, jsonOf(ran)];
		};
		random.mockReturnValueOnce(0.1);
		expect(await tried(paying())).toEqual([3, [{ id: 'a' }, { id: 'b' }]]);
		random.mockReturnValueOnce(0.2);
		expect(await tried(paying(), byKey)).toEqual([3, [{ id: 'a' }, { id: 'b' }]]);
		random.mockReturnValueOnce(0.3);
		expect(await tried(replacing())).toEqual([4, [{ id: 'a' }, { id: 'b' }]]);
	});

	it('of unknown outcome is not sent by another try, and its key stays', async () => {
		const { signal } = new AbortController();
		const node = { id: 'unknown', retryOnFail: true, ...goingOn };
		service.answer = () => ({ status: 500 });
		const more = { signal, node, parameters: byKey };
		expect(outcomesOf(await runOf(paying(), more))).toEqual(['unknown']);
		service.answer = () => undefined;
		expect(outcomesOf(await runOf(paying(), more))).toEqual(['unknown']);
		expect(service.asked).toHaveLength(1);
	});

	it('says that it was not applied where its key cannot be claimed, and another try sends it', async () => {
		const { signal } = new AbortController();
		const more = { parameters: byKey, signal, node: { id: 'unclaimed', retryOnFail: true, ...goingOn } };
		const ran = await runOf(paying(), { ...more, workflowId: '' });
		expect(outcomesOf(ran)).toEqual(['notApplied']);
		expect(service.lines).toEqual([]);
		expect(await givenBy(paying(), more)).toEqual([{ id: 'a' }]);
	});
});

describe('what a limit counts', () => {
	const spending = (more: Partial<Declared> = {}) =>
		paying({ spends: (values) => ({ amount: values.amount as number }), ...more });
	const amounts = (...all: number[]) => all.map((one, index) => ({ thing: `t${index}`, amount: one }));
	const sentOf = async (acting: Acting, input: IDataObject[], more: Partial<Running> = {}) => {
		service.asked.length = 0;
		await runOf(acting, { input, node: goingOn, ...more });
		return service.lines.map((line) => line.split('/').at(-1));
	};

	it('is each item, and all of them together', async () => {
		const input = amounts(6, 3);
		expect(await sentOf(spending(), input, { options: { maximumAmount: 5 } })).toEqual(['t1']);
		expect(await sentOf(spending(), input, { options: { maximumTotal: 8 } })).toEqual([]);
		expect(await sentOf(spending(), input, { options: { maximumTotal: 9 } })).toEqual(['t0', 't1']);
	});

	it('is by the realm of the item, or else of the credential', async () => {
		const input = [
			{ thing: 'a', amount: 6, realm: 'one' },
			{ thing: 'b', amount: 6, realm: 'r' },
		];
		const options = { maximumTotal: 10 };
		const ofRealm = spending({ realm: realmId });
		const parameters = { realmId: '={{ $json.realm }}' };
		expect(await sentOf(ofRealm, input, { options, parameters })).toEqual(['a', 'b']);
		const registry = registryWith({ act: ofRealm, plain: spending() });
		const mixed = { options, registry, parameters: { ...parameters, operation: '={{ $json.does }}' } };
		const does = (first: string, second: string) =>
			input.map((item, index) => ({ ...item, does: index === 0 ? first : second }));
		expect(await sentOf(ofRealm, does('act', 'plain'), mixed)).toEqual(['a', 'b']);
		const same = does('plain', 'act');
		expect(await sentOf(ofRealm, same, mixed)).toEqual([]);
	});

	it('is what moves something alone', async () => {
		const registry = registryWith({ act: spending(), plain: paying() });
		const input = amounts(5, 50).map((item, index) => ({ ...item, does: ['act', 'plain'][index] }));
		const parameters = { operation: '={{ $json.does }}' };
		const options = { maximumTotal: 9 };
		expect(await sentOf(paying(), input, { registry, parameters, options })).toEqual(['t0', 't1']);
		const update = replacing({
			parameters: { thing, amount },
			spends: (values) => ({ amount: values.amount as number }),
		});
		const also = registryWith({ act: spending(), plain: update });
		expect(await sentOf(update, input, { registry: also, parameters, options })).toEqual(['t0', 't1']);
	});

	it('is not what an earlier try of the run did', async () => {
		const { signal } = new AbortController();
		const node = { id: 'guarded', retryOnFail: true, ...goingOn };
		const stored: IDataObject = {};
		const more = { signal, node, stored, options: { maximumTotal: 10 } };
		service.answer = ({ line }) => (line.endsWith('t1') ? { status: 404 } : undefined);
		expect(await sentOf(spending(), amounts(6, 3), more)).toEqual(['t0', 't1']);
		service.answer = () => undefined;
		expect(await sentOf(spending(), amounts(6, 3), more)).toEqual(['t1']);
	});

	it('is also what its key will skip, as long as nothing was sent', async () => {
		const more = { node: { id: 'left out', ...goingOn }, kept: new Set<string>(), parameters: byKey };
		expect(await sentOf(spending(), amounts(9), more)).toEqual(['t0']);
		const withTotal = async (maximumTotal: number) =>
			await sentOf(spending(), amounts(9, 8), { ...more, options: { maximumTotal } });
		expect(await withTotal(16)).toEqual([]);
		expect(await withTotal(17)).toEqual(['t1']);
	});

	it('is not what a dry run shows beside it, which leaves nothing for later runs', async () => {
		const stored: IDataObject = {};
		const input = amounts(6, 7).map((item, index) => ({ ...item, dry: index === 0 }));
		const options = { maximumTotal: 10, dryRun: '={{ $json.dry }}' };
		expect(await sentOf(spending(), input, { options, stored })).toEqual(['t1']);
		expect(stored).toMatchObject({ idempotency: { spent: { 0: { 'default currency of realm r': '7' } } } });
		expect(JSON.stringify(stored)).not.toContain('dry run');
	});

	it('may have to be asked for, once for all items that ask alike', async () => {
		const asking = spending({
			spends: async (_values, ask) => {
				const price = await ask({ method: 'GET', path: path`/price`, policy: { effect: 'read' } });
				return { amount: (price as { id: string }).id };
			},
		});
		service.answer = ({ line }) => (line.endsWith('price') ? { body: { id: '4' } } : undefined);
		const options = { maximumTotal: 8 };
		expect(await sentOf(asking, amounts(1, 1), { options })).toEqual(['price', 't0', 't1']);
		service.answer = ({ line }) => (line.endsWith('price') ? { body: { id: '5' } } : undefined);
		expect(await sentOf(asking, amounts(1, 1), { options })).toEqual(['price']);
	});

	it('that cannot be found out leaves the item unsent, and says so', async () => {
		const broken = spending({ spends: async () => await Promise.reject(new Error('It is gone')) });
		const ran = await runOf(broken, { options: { maximumAmount: 5 }, node: goingOn });
		expect(wordsOf(ran)).toEqual(['It is gone']);
		expect(outcomesOf(ran)).toEqual(['notApplied']);
		expect(service.lines).toEqual([]);
	});

	it('is taken off again where it turned out not to have moved', async () => {
		const stored: IDataObject = {};
		const more = { stored, options: { maximumTotal: 10 }, node: { id: 'taken off', ...goingOn } };
		service.answer = () => ({ status: 404 });
		await sentOf(spending(), amounts(6), more);
		service.answer = () => undefined;
		expect(await sentOf(spending(), amounts(6), { ...more, runIndex: 1 })).toEqual(['t0']);
		expect(await sentOf(spending(), amounts(6), { ...more, runIndex: 2 })).toEqual([]);
	});
});

const noting = {
	displayName: 'Note',
	action: 'Note it',
	description: 'Notes it',
	realm: false,
	parameters: { thing },
	options: { loud: flag('Loud', { description: 'Whether it is loud' }) },
	response: bare(anything),
} as const;

describe('an operation that asks nothing of the service', () => {
	it('works with its parameters, its options and the address of the credential', async () => {
		const acting = localOperation({
			...noting,
			run: ({ values, connection, itemIndex, context }) => [
				{ json: { ...values, itemIndex, of: connection.baseUrl, by: context.getNode().name } },
			],
		});
		const input = named('a', 'b');
		const of = 'http://service.example';
		expect(await givenBy(acting, { input, options: { loud: true } })).toEqual([
			{ thing: 'a', loud: true, itemIndex: 0, of, by: 'Rewards' },
			{ thing: 'b', loud: true, itemIndex: 1, of, by: 'Rewards' },
		]);
	});

	it('is worked on one by one unless it says otherwise, and waits for no service', async () => {
		const run = () => [];
		const paceFor = async (acting: LocalOperation) => paceOf(readJob(await open(acting), 0));
		expect(await paceFor(localOperation({ ...noting, run }))).toEqual({ maxConcurrent: 1 });
		expect(await paceFor(localOperation({ ...noting, run, isParallel: true }))).toEqual({
			maxConcurrent: 500,
		});
	});

	it('is done once for all tries of n8n, be it that it failed', async () => {
		const { signal } = new AbortController();
		let runs = 0;
		const acting = localOperation({
			...noting,
			run: ({ itemIndex }) => {
				runs++;
				if (itemIndex === 1) throw new Error('It is gone');
				return [{ json: { runs } }];
			},
		});
		const input = named('a', 'b');
		const node = { id: 'local', retryOnFail: true, ...goingOn };
		const tries = [
			await runOf(acting, { input, signal, node }),
			await runOf(acting, { input, signal, node }),
		];
		for (const ran of tries) {
			expect(wordsOf(ran)).toEqual([undefined, 'It is gone']);
			expect(outcomesOf(ran)).toEqual([undefined, 'notApplied']);
		}
		expect(runs).toBe(2);
		expect(await givenBy(acting, { node: { id: 'local' } })).toEqual([{ runs: 3 }]);
	});
});

describe('how an item is worked on', () => {
	it('is by what a repeat of it would do', async () => {
		const repeated = async (acting: Acting, more: Partial<Running> = {}) =>
			repeatOf(await jobOf(acting, more));
		expect(await repeated(paying())).toBe('doubled');
		expect(await repeated(paying(), { parameters: byKey })).toBe('skipped');
		expect(await repeated(paying(), { options: { dryRun: true } })).toBe('harmless');
		expect(await repeated(paying({ effectOf: () => 'replace' }))).toBe('harmless');
		expect(await repeated(reading())).toBe('harmless');
		expect(await repeated(replacing())).toBe('harmless');
	});

	it('is one by one where a repeat would double it or it moves much, unless a person says so', async () => {
		const mostOf = async (acting: Acting, options: IDataObject = {}) =>
			paceOf(await jobOf(acting, { options })).maxConcurrent;
		expect(await mostOf(paying())).toBe(1);
		expect(await mostOf(paying(), { concurrency: 4 })).toBe(4);
		expect(await mostOf(reading())).toBe(50);
		expect(await mostOf(replacing())).toBe(50);
		expect(await mostOf(reading({ isHeavy: true }))).toBe(1);
		expect(await mostOf(paying({ effectOf: () => 'replace' }))).toBe(50);
	});

	it('is in line with what changes the same record', async () => {
		const recordOf = async (name: string, query?: Record<string, string>) => {
			const request = () => ({ method: 'PUT', path: path`/things/${name}`, query }) as const;
			return paceOf(await jobOf(replacing({ request }))).record;
		};
		const one = await recordOf('a', { of: 'b' });
		expect(await recordOf('A', { of: 'B' })).toBe(one);
		for (const other of [recordOf('b', { of: 'b' }), recordOf('a', { of: 'c' }), recordOf('a')])
			expect(await other).not.toBe(one);
	});
});

describe('an item that goes out with others', () => {
	const bulk: Bulk = {
		holderOf: (part) => String(part.thing ?? part.id),
		isHolderUnique: true,
		currency: 'kind',
		balances: ['balance'],
		applied: 'updates',
	};
	beforeEach(() => {
		service.answer = ({ body }) => {
			const { updates } = body as { updates: Array<{ thing: string }> };
			return { body: { updates: updates.map(({ thing: own }) => ({ ...FULL, id: own, balance: 1 })) } };
		};
	});
	const awarding = paying({
		bulk,
		response: bare(formed),
		request: (values) => ({
			method: 'PATCH',
			path: path`/awards`,
			body: { updates: [{ thing: values.thing }] },
		}),
	});

	it('gets what came of its own entry, in its form', async () => {
		expect(await givenBy(awarding, { input: named('a', 'b') })).toEqual([
			{ id: 'a', name: 'Ada' },
			{ id: 'b', name: 'Ada' },
		]);
		expect(service.asked).toHaveLength(1);
	});

	it('says in a dry run which request it would share', async () => {
		const given = await givenBy(awarding, { input: named('a', 'b'), options: { dryRun: true } });
		expect(given.map(({ request }) => request)).toEqual([
			{ number: 1, items: 2 },
			{ number: 1, items: 2 },
		]);
	});

	it('is sent once under its key', async () => {
		const given = await givenBy(awarding, { input: named('a', 'b', 'a'), parameters: byKey });
		expect(given).toMatchObject([{ id: 'a' }, { id: 'b' }, { skipped: true }]);
		expect(service.asked.map(({ body }) => body)).toEqual([{ updates: [{ thing: 'a' }, { thing: 'b' }] }]);
	});

	it('never shares a request with another of its key', async () => {
		const parameters = { ...byKey, idempotencyKey: 'one' };
		const ran = await runOf(awarding, { input: named('a', 'b'), parameters, node: goingOn });
		expect(outcomesOf(ran)).toEqual([undefined, 'notApplied']);
		expect(service.asked.map(({ body }) => body)).toEqual([{ updates: [{ thing: 'a' }] }]);
	});
});
