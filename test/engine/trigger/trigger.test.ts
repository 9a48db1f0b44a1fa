import { setTimeout as pause } from 'node:timers/promises';

import { WebhookContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ids } from '../../../sandbox/resources';
import { useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { useService } from '../sandbox';
import { TriggerNode } from '../triggerNode';

useSteadyClock();
const service = useService();
let trigger: TriggerNode;

const start = async (parameters: INodeParameters = { events: ['quest.completed'] }) => {
	const node = new TriggerNode(parameters, service.credential());
	await node.listen();
	return node;
};

beforeEach(async () => {
	trigger = await start();
});
afterEach(async () => {
	await trigger.close();
	expect(trigger.thrown).toEqual([]);
});

const hooks = () => [...service.state.realms.get(service.realmId)!.webhooks.values()];
const complete = () => service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.ada);
const envelope = (changes: object = {}) =>
	JSON.stringify({
		type: 'quest.completed',
		timestamp: '2026-03-01T09:30:00.000Z',
		realmId: service.realmId,
		data: { quest: { id: 'q' }, member: { id: 'm' } },
		...changes,
	});

describe('publishing', () => {
	it('registers the address with the chosen events and a separate secret', async () => {
		await trigger.publish();
		expect(hooks()).toEqual([
			expect.objectContaining({
				url: trigger.url,
				events: ['quest.completed'],
				active: true,
				secret: trigger.secret,
			}),
		]);
		expect(trigger.nodeData).toEqual({
			webhookId: hooks()[0]!.id,
			secret: expect.stringMatching(/^[0-9a-f]{64}$/),
			// Where the webhook is, so that the trigger finds it again after any change.
			baseUrl: service.baseUrl,
			realmId: service.realmId,
			url: trigger.url,
		});
	});

	it('registers custom events too', async () => {
		trigger.parameters = { events: ['member.left'], options: { customEvents: 'game.won, member.left' } };
		await trigger.publish();
		expect(hooks()[0]!.events).toEqual(['member.left', 'game.won']);
	});

	it('finds its registration again and leaves it alone', async () => {
		await trigger.publish();
		const [hook] = hooks();
		await trigger.publish();
		expect(hooks()).toEqual([hook]);
	});

	it('gives all details when the key may not manage webhooks', async () => {
		trigger.credential = service.credential({ apiKey: service.keys.noWebhooks });
		await expect(trigger.create()).rejects.toThrow(
			/^Could not register the webhook at the service\. The API key is not allowed to do this: .*webhooks:write/,
		);
	});

	it('asks for an event when none is chosen', async () => {
		trigger.parameters = { events: [] };
		await expect(trigger.create()).rejects.toThrow(/No event is chosen/);
		expect(hooks()).toEqual([]);
	});
});

describe('unpublishing', () => {
	it('removes the registration, and keeps the secret', async () => {
		await trigger.publish();
		const { secret } = trigger;
		await trigger.delete();
		expect([hooks(), trigger.nodeData]).toEqual([[], { secret }]);
	});

	it('succeeds when the webhook is deleted at the same time', async () => {
		await trigger.publish();
		service.control.addFault({
			operation: 'webhook.delete',
			kind: 'status',
			status: 404,
			body: { error: 'Not Found', message: 'gone' },
		});
		await expect(trigger.delete()).resolves.toBe(true);
	});
});

describe('a delivery', () => {
	beforeEach(async () => await trigger.publish());

	it('starts the workflow with the event', async () => {
		complete();
		await service.control.settled();
		expect(trigger.runs).toEqual([
			[
				{
					json: {
						eventId: expect.stringMatching(/^[0-9a-f]{64}$/),
						type: 'quest.completed',
						timestamp: expect.any(String),
						realmId: service.realmId,
						data: expect.objectContaining({ member: expect.objectContaining({ username: 'ada' }) }),
					},
				},
			],
		]);
		expect(service.control.deliveries().map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([
			[200],
		]);
	});

	it('that repeats an earlier one is answered 200 and starts nothing', async () => {
		await trigger.post(envelope());
		const { status, text } = await trigger.post(envelope());
		expect([status, text]).toEqual([200, expect.stringContaining('delivered before')]);
		await trigger.post(envelope({ data: {} }));
		expect([trigger.runs.length, trigger.executions]).toEqual([2, 2]);
	});

	it('is taken by each of two triggers', async () => {
		const other = await start();
		await other.publish();
		await trigger.post(envelope());
		await other.post(envelope());
		expect([trigger.runs.length, other.runs.length]).toEqual([1, 1]);
		await other.close();
	});

	it('that was refused is taken when it comes again with its signature', async () => {
		await trigger.post(envelope(), {});
		await trigger.post(envelope());
		expect(trigger.runs).toHaveLength(1);
	});

	it('that differs only in its time runs nothing when events are compared without it', async () => {
		trigger.parameters = { ...trigger.parameters, options: { deduplicateBy: 'payloadWithoutTimestamp' } };
		await trigger.post(envelope());
		await trigger.post(envelope({ timestamp: '2026-03-01T10:00:00.000Z' }));
		await trigger.post(envelope({ data: {} }));
		expect(trigger.runs).toHaveLength(2);
	});

	it('runs the workflow each time, with the same event id, when duplicates are let through', async () => {
		trigger.parameters = { ...trigger.parameters, options: { deduplicateBy: 'off' } };
		await trigger.post(envelope());
		await trigger.post(envelope());
		const ids = trigger.runs.map(([item]) => item!.json.eventId);
		expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
	});

	it('passes on new fields of the envelope, and an ID of the service beside its own', async () => {
		await trigger.post(envelope({ attempt: 1, eventId: 'evt_4711' }));
		await trigger.post(envelope());
		const [[first], [second]] = trigger.runs as [[{ json: IDataObject }], [{ json: IDataObject }]];
		expect(first.json).toMatchObject({
			attempt: 1,
			eventId: expect.stringMatching(/^[0-9a-f]{64}$/),
			serviceEventId: 'evt_4711',
		});
		expect(second.json).not.toHaveProperty('serviceEventId');
	});

	it.each<[string, (body: string) => Record<string, string>]>([
		['without a signature', () => ({})],
		['signed with another secret', (body) => ({ 'x-service-signature': trigger.sign(body, 'other') })],
		['signed with an empty secret', (body) => ({ 'x-service-signature': trigger.sign(body, '') })],
		['signed in capitals', (body) => ({ 'x-service-signature': trigger.sign(body).toUpperCase() })],
		['with something behind the signature', (body) => ({ 'x-service-signature': `${trigger.sign(body)}00` })],
		[
			'with two signatures',
			(body) => ({ 'x-service-signature': `${trigger.sign(body)}, ${trigger.sign(body)}` }),
		],
	])('%s is answered 401 and starts nothing', async (_what, headers) => {
		const body = envelope();
		expect((await trigger.post(body, headers(body))).status).toBe(401);
		expect(trigger.runs).toEqual([]);
	});

	it('written again with other spaces is refused, because the bytes were signed', async () => {
		const body = envelope();
		const again = JSON.stringify(JSON.parse(body), null, 1);
		expect((await trigger.post(again, { 'x-service-signature': trigger.sign(body) })).status).toBe(401);
	});

	it('gets 503 while no secret is known, so that it is redelivered', async () => {
		const body = envelope();
		const headers = { 'x-service-signature': trigger.sign(body) };
		trigger.staticData = {};
		expect((await trigger.post(body, headers)).status).toBe(503);
		expect((await trigger.post(body, headers)).status).toBe(503);
		expect(trigger.runs).toEqual([]);
		expect(trigger.warnings.filter((words) => words.includes('has no secret'))).toEqual([
			expect.stringMatching(/with status 503, .*unpublish the workflow and publish it again/),
		]);
	});

	it('of an event that was not asked for is answered 200 and starts nothing', async () => {
		const { status, text } = await trigger.post(envelope({ type: 'member.left' }));
		expect([status, text]).toEqual([200, expect.stringContaining('Ignored')]);
		expect(trigger.runs).toEqual([]);
	});

	it.each(['not json', '[]', 'null', '{"type":7}', '{}', ''])(
		'signed, but not an event (%j), is answered 400',
		async (body) => {
			expect((await trigger.post(body)).status).toBe(400);
			expect(trigger.runs).toEqual([]);
		},
	);

	it('whose body n8n has parsed is refused like a wrong signature, because its bytes are gone', async () => {
		trigger.hasParsed = true;
		expect((await trigger.post(envelope())).status).toBe(401);
		trigger.hasParsed = false;
		expect((await trigger.post(envelope())).status).toBe(200);
		expect(trigger.runs).toHaveLength(1);
	});

	it.each(['application/octet-stream', 'application/cloudevents+json', 'text/plain'])(
		'as %s is verified and taken',
		async (type) => {
			const body = envelope();
			const { status } = await trigger.post(body, {
				'x-service-signature': trigger.sign(body),
				'content-type': type,
			});
			expect([status, trigger.runs.length]).toEqual([200, 1]);
		},
	);
});

describe('a signed event', () => {
	beforeEach(async () => await trigger.publish());

	it.each([
		['timestamp', null],
		['timestamp', 1772357400],
		['timestamp', undefined],
		['realmId', null],
		['realmId', { id: 'x' }],
		['data', null],
		['data', 'a text'],
		['data', [1, 2]],
	])('whose %s is %j runs, and passes it on as it came', async (name, value) => {
		expect((await trigger.post(envelope({ [name]: value }))).status).toBe(200);
		expect(trigger.runs[0]![0]!.json[name]).toEqual(value);
	});

	it('that is nested deeply runs once, when events are compared without their time', async () => {
		trigger.parameters = { ...trigger.parameters, options: { deduplicateBy: 'payloadWithoutTimestamp' } };
		const deep = `{"type":"quest.completed","data":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
		expect((await trigger.post(deep)).status).toBe(200);
		expect((await trigger.post(deep)).text).toContain('delivered before');
		expect(trigger.runs).toHaveLength(1);
	});

	it('with an id above 2^53 is not taken for its neighbour', async () => {
		trigger.parameters = { ...trigger.parameters, options: { deduplicateBy: 'payloadWithoutTimestamp' } };
		await trigger.post('{"type":"quest.completed","data":{"id":9007199254740993}}');
		await trigger.post('{"type":"quest.completed","data":{"id":9007199254740992}}');
		expect(trigger.runs).toHaveLength(2);
	});
});

describe('a maximum age', () => {
	const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();

	beforeEach(async () => {
		trigger.parameters = { ...trigger.parameters, options: { maximumAge: 60 } };
		await trigger.publish();
	});

	it.each([
		['that is younger', () => at(59), 200, 'Workflow was started'],
		['whose clock is a little ahead', () => at(-4), 200, 'Workflow was started'],
		['that is older', () => at(61), 200, 'older than the maximum age'],
		['from the future', () => at(-6), 503, 'in the future'],
		['without a time', () => undefined, 400, 'no readable timestamp'],
		['with an odd time', () => 'soon', 400, 'no readable timestamp'],
	])('answers an event %s', async (_what, timestamp, status, text) => {
		const answer = await trigger.post(envelope({ timestamp: timestamp() }));
		expect(answer).toEqual({ status, text: expect.stringContaining(text) });
		expect(trigger.runs).toHaveLength(text.includes('started') ? 1 : 0);
	});

	it('is none without the option: an event of any age runs', async () => {
		trigger.parameters = { ...trigger.parameters, options: {} };
		await trigger.post(envelope({ timestamp: '1999-01-01T00:00:00Z' }));
		expect(trigger.runs).toHaveLength(1);
	});
});

describe('acknowledging when the workflow has finished', () => {
	beforeEach(async () => {
		trigger.parameters = { ...trigger.parameters, options: { respond: 'whenFinished' } };
		await trigger.publish();
	});

	it.each([
		['n8n', false],
		['an older n8n', true],
	])(
		'in %s runs the event again when the workflow failed, and not after it succeeded',
		async (_n8n, isOld) => {
			trigger.isOld = isOld;
			trigger.fails = true;
			expect((await trigger.post(envelope())).status).toBe(500);
			trigger.fails = false;
			expect((await trigger.post(envelope())).status).toBe(200);
			expect((await trigger.post(envelope())).text).toContain('delivered before');
			expect(trigger.runs).toHaveLength(2);
		},
	);

	it('takes an event as arrived once its workflow waits: n8n keeps it from then on', async () => {
		trigger.waits = true;
		await trigger.post(envelope());
		trigger.waits = false;
		expect((await trigger.post(envelope())).text).toContain('delivered before');
		expect(trigger.runs).toHaveLength(1);
	});

	it('asks for a later delivery while the workflow runs', async () => {
		let end = () => {};
		trigger.work = new Promise((resolve) => (end = resolve));
		const first = trigger.post(envelope());
		await until('the run', () => trigger.runs.length > 0);
		const now = performance.now.bind(performance);
		let ahead = 0;
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + (ahead += 30_000));
		expect(await trigger.post(envelope())).toEqual({
			status: 503,
			text: expect.stringContaining('being processed'),
		});
		clock.mockRestore();
		end();
		expect((await first).status).toBe(200);
		expect(trigger.runs).toHaveLength(1);
	});

	it.each([
		['nothing once the first run has ended well', false, 1],
		['once more when the first run has failed', true, 2],
	])('runs of a copy that comes at the same moment %s', async (_what, fails, count) => {
		const ends: Array<() => void> = [];
		const work = () => new Promise<void>((resolve) => ends.push(resolve));
		trigger.work = work();
		trigger.fails = fails;
		const atOnce = [trigger.post(envelope()), trigger.post(envelope())];
		await until('the run', () => trigger.runs.length > 0);
		const late = trigger.post(envelope());
		await pause(50);
		trigger.work = work();
		ends[0]!();
		expect((await Promise.race(atOnce)).status).toBe(fails ? 500 : 200);
		trigger.fails = false;
		ends[1]!();
		const statuses = (await Promise.all([...atOnce, late])).map(({ status }) => status);
		expect(statuses.sort()).toEqual([200, 200, fails ? 500 : 200]);
		expect(trigger.runs).toHaveLength(count);
		expect(trigger.thrown).toEqual([]);
	});
});

describe('a webhook that was registered by hand', () => {
	beforeEach(() => {
		trigger.parameters = { ...trigger.parameters, options: { registration: 'manual' } };
		trigger.credential = service.credential({ webhookSecret: ' by hand ' });
	});

	it('sends nothing to the service', async () => {
		await trigger.publish();
		await trigger.delete();
		expect([hooks(), service.requests]).toEqual([[], []]);
	});

	it('is verified with each of several secrets, one a line', async () => {
		trigger.credential = service.credential({ webhookSecret: 'the old one\r\n\n  the new one  \n' });
		for (const [secret, status] of [
			['the old one', 200],
			['the new one', 200],
			['the old one\n\n  the new one', 401],
			['', 401],
		] as const) {
			const body = envelope({ secret });
			const headers = { 'x-service-signature': trigger.sign(body, secret) };
			expect((await trigger.post(body, headers)).status).toBe(status);
		}
		expect(trigger.runs).toHaveLength(2);
	});

	it.each([
		["the credential's", '', 'another', false],
		["the trigger's, in capitals", 'e00000000000000000000009', 'E00000000000000000000009', true],
		["the trigger's", 'e00000000000000000000009', 'a00000000000000000000001', false],
		["the credential's", '', null, true],
		["the credential's", '', 7, false],
	])('runs for events of %s realm (%j, %j: %j)', async (_whose, realmId, named, runs) => {
		trigger.parameters = { ...trigger.parameters, realmId };
		const body = envelope({ realmId: named });
		const answer = await trigger.post(body, { 'x-service-signature': trigger.sign(body, 'by hand') });
		expect(answer.status).toBe(200);
		expect(trigger.runs).toHaveLength(runs ? 1 : 0);
		if (!runs) expect(answer.text).toContain('Ignored: this workflow listens to another realm');
	});

	describe('gets events of another realm', () => {
		const deliver = async (realmId: string) => {
			const body = envelope({ realmId });
			await trigger.post(body, { 'x-service-signature': trigger.sign(body, 'by hand') });
		};

		it('and says once in the log what to do', async () => {
			await deliver(ids.otherRealm);
			await deliver(ids.otherRealm);
			expect(trigger.warnings).toEqual([
				`"Trigger" ignored a signed event of the realm ${ids.otherRealm}, because it listens to the realm ${service.realmId}. If the event is meant for this workflow, enter its realm as "Realm ID" in the trigger. Otherwise remove this webhook from that realm.`,
			]);
		});

		it.each(['a\nline', 'x'.repeat(200), '\u202eabc'])('and does not log an odd ID: %j', async (odd) => {
			await deliver(odd);
			expect(trigger.warnings).toEqual([
				expect.stringContaining('of the realm with an unexpected ID, because'),
			]);
			expect(trigger.warnings.join()).not.toContain(odd);
		});
	});

	it('evaluates each expression and reads the credential once for a delivery', async () => {
		trigger.parameters = { ...trigger.parameters, filters: { minimumAmount: '={{ 1 }}' } };
		const evaluated = jest.spyOn(WebhookContext.prototype, 'evaluateExpression');
		const credentials = jest.spyOn(WebhookContext.prototype, 'getCredentials');
		const body = envelope();
		await trigger.post(body, { 'x-service-signature': trigger.sign(body, 'by hand') });
		expect(evaluated.mock.calls.map(([expression]) => expression)).toEqual(['{{ 1 }}']);
		expect(credentials).toHaveBeenCalledTimes(1);
		jest.restoreAllMocks();
	});

	it('asks for the secret, and names the address to register, when there is none', async () => {
		trigger.credential = service.credential();
		await expect(trigger.checkExists()).rejects.toThrow(`Register ${trigger.url} in the dashboard`);
		expect((await trigger.post(envelope(), {})).status).toBe(503);
		expect(trigger.warnings.at(-1)).toBe(
			'"Trigger" rejected a delivery with status 503, because it has no secret to check it: enter the secret of this webhook as "Webhook Secret" in the credential.',
		);
	});
});

it('takes the signature from the header that the credential names', async () => {
	await trigger.publish();
	trigger.credential = service.credential({ signatureHeader: 'X-Rewards-Signature' });
	const body = envelope();
	expect((await trigger.post(body, { 'x-rewards-signature': trigger.sign(body) })).status).toBe(200);
	expect((await trigger.post(body, { 'x-other': trigger.sign(body) })).status).toBe(401);
});

it.each(['sha256=of-something-on-the-way', 't=1,v1=0a', ''])(
	'takes it from there also where the usual header holds another (%j)',
	async (usual) => {
		await trigger.publish();
		trigger.credential = service.credential({ signatureHeader: 'X-Rewards-Signature' });
		const post = async (secret: string) =>
			await trigger.post(envelope(), {
				'x-service-signature': usual,
				'x-rewards-signature': trigger.sign(envelope(), secret),
			});
		expect((await post('a forger')).status).toBe(401);
		expect((await post(trigger.secret)).status).toBe(200);
	},
);

it('keeps the test listener and the published workflow apart', async () => {
	await trigger.publish();
	const listener = new TriggerNode(trigger.parameters, trigger.credential, 'manual');
	await listener.listen();
	await listener.publish();
	expect(hooks().map(({ url }) => new URL(url).pathname.split('/')[1])).toEqual(['webhook', 'webhook-test']);
	await listener.delete();
	expect(hooks().map(({ url }) => url)).toEqual([trigger.url]);
	await listener.close();
});

it('neither drops nor records anything in a test run', async () => {
	const listener = new TriggerNode(trigger.parameters, trigger.credential, 'manual');
	await listener.listen();
	await listener.publish();
	await listener.post(envelope());
	await listener.post(envelope());
	listener.mode = 'trigger';
	await listener.post(envelope());
	expect(listener.runs).toHaveLength(3);
	await listener.close();
});
