import type { IDataObject } from 'n8n-workflow';
import { DataDeduplicationService } from 'n8n-core';
import { HmacSHA256, enc, lib } from 'crypto-js';
import { gzipSync } from 'node:zlib';

import { byId } from '../../harness/workflows/nodes';
import { runGraph, runNode, type GraphOptions, type NodeRun, type RunOptions } from '../engine';
import { LOOP, NODE, START } from '../nodeTypes';
import { processedValues, store } from '../processedValues';
import { useService } from '../sandbox';

const service = useService();
const SECRETS = ['the new one', 'the old one'];
beforeEach(() => processedValues.clear());
afterEach(() => delete store.failure);

/** Signs with another implementation than the one that verifies. */
const sign = (body: string | Buffer, secret = SECRETS[0]!) =>
	`sha256=${HmacSHA256(lib.WordArray.create(Buffer.from(body)), secret).toString(enc.Hex)}`;
const bodyOf = (data: object = {}, type = 'quest.completed') =>
	`{ "type": "${type}",\n  "timestamp": "2026-03-01T09:30:00.000Z", "data": ${JSON.stringify(data)} }\n`;

const asText = {
	bodyFrom: 'text',
	rawBody: '={{ $json.content }}',
	signature: `={{ $json.headers['x-service-signature'] }}`,
};
const verify = async (
	events: Array<{ body: string | Buffer; signature?: unknown }>,
	{ parameters, ...more }: Partial<RunOptions> = {},
): Promise<NodeRun> =>
	await runNode({
		credential: service.credential({ webhookSecret: SECRETS.join('\n') }),
		mode: 'trigger',
		onError: 'continueErrorOutput',
		input: events.map(({ body, signature = sign(body) }): IDataObject => ({
			content: String(body),
			headers: { 'x-service-signature': signature as string },
		})),
		...more,
		parameters: { resource: 'event', operation: 'verify', ...asText, ...parameters },
	});
const by = (deduplicateBy: string) => ({ parameters: { options: { deduplicateBy } } });

describe('a genuine event', () => {
	it('gives what the trigger gives, from text or binary data, whichever of the secrets signed it', async () => {
		const body = bodyOf({ quest: { id: 'q' }, points: 1 });
		const { items, errorItems } = await verify([{ body }, { body, signature: sign(body, SECRETS[1]) }]);
		expect(errorItems).toEqual([]);
		expect(items.map(({ json, pairedItem }) => ({ ...json, pairedItem }))).toEqual(
			[0, 1].map((item) => ({
				eventId: expect.stringMatching(/^[0-9a-f]{64}$/),
				type: 'quest.completed',
				timestamp: '2026-03-01T09:30:00.000Z',
				data: { quest: { id: 'q' }, points: 1 },
				pairedItem: { item },
			})),
		);
		const binary = await verify([{ body }], {
			files: [Buffer.from(body)],
			parameters: { bodyFrom: 'binary', rawBody: '', signature: sign(body) },
		});
		expect(binary.items[0]!.json).toEqual(items[0]!.json);
	});

	it('keeps bytes that are no UTF-8 as they were signed', async () => {
		const body = Buffer.concat([
			Buffer.from('{"type":"game.won","data":"'),
			Buffer.from([0xff, 0xfe]),
			Buffer.from('"}'),
		]);
		const { items } = await verify([{ body }], {
			files: [body],
			parameters: { bodyFrom: 'binary', signature: sign(body) },
		});
		expect(items).toHaveLength(1);
	});

	describe('is what Repeat Protection goes by', () => {
		const pay = (amount = 5) => ({
			type: NODE,
			parameters: {
				resource: 'member',
				operation: 'transferBalance',
				serviceId: byId(service.ids.members.bonusPool),
				recipientId: byId(service.ids.members.ada),
				currencyId: byId(service.ids.currencies.stars),
				amount,
			},
		});
		const deliver = async (
			bodies: string[],
			{ nodes, connections }: Partial<Pick<GraphOptions, 'nodes' | 'connections'>> = {},
		) =>
			await runGraph({
				credential: service.credential({ webhookSecret: SECRETS[0]! }),
				mode: 'trigger',
				input: bodies.map((content) => ({ content, headers: { 'x-service-signature': sign(content) } })),
				nodes: {
					Start: { type: START },
					Verify: { type: NODE, parameters: { resource: 'event', operation: 'verify', ...asText } },
					Pay: pay(),
					...nodes,
				},
				connections: connections ?? { Start: [['Verify']], Verify: [['Pay']] },
			});
		const paid = () => service.requests.filter(({ acted }) => acted).length;
		const skipped = (items: Array<{ json: IDataObject }>) =>
			items.map(({ json }) => json.skipped === true && (json.firstRun as IDataObject).execution);

		it('a payment behind it is made once, however often the event comes', async () => {
			await deliver([bodyOf({ n: 1 }), bodyOf({ n: 2 })]);
			const { of } = await deliver([bodyOf({ n: 2 }), bodyOf({ n: 3 })]);
			expect(skipped(of('Pay').items)).toEqual(['earlier', false]);
			expect(paid()).toBe(3);
		});

		it('also when it comes twice in one run, without Deduplicate By', async () => {
			const [one, other] = [bodyOf({ n: 4 }), bodyOf({ n: 5 })];
			const { of } = await deliver([one, other, one, one, other]);
			expect(of('Verify').items).toHaveLength(5);
			expect(skipped(of('Pay').items)).toEqual([false, false, 'this', 'this', 'this']);
			expect(of('Pay').items[2]!.json.firstRun).toMatchObject({ itemIndex: 0 });
			expect(paid()).toBe(2);
		});

		it('also when it comes twice in the runs of a loop', async () => {
			const one = bodyOf({ n: 6 });
			const { of } = await deliver([one, bodyOf({ n: 7 }), one], {
				nodes: { Loop: { type: LOOP } },
				connections: {
					Start: [['Loop']],
					Loop: [[], ['Verify']],
					Verify: [['Pay']],
					Pay: [['Loop']],
				},
			});
			expect([0, 1, 2].map((run) => skipped(of('Pay', run).items)[0])).toEqual([false, false, 'this']);
			expect(paid()).toBe(2);
		});

		it('and behind the end of such a loop each item goes by its own event', async () => {
			const story = async (...bodies: string[]) =>
				await deliver(bodies, {
					nodes: { Loop: { type: LOOP } },
					connections: { Start: [['Loop']], Loop: [['Pay'], ['Verify']], Verify: [['Loop']] },
				});
			await story(bodyOf({ n: 8 }), bodyOf({ n: 9 }));
			const { of } = await story(bodyOf({ n: 8 }));
			expect(skipped(of('Pay').items)).toEqual(['earlier']);
			expect(paid()).toBe(2);
		});

		it('while what an event pays several times is paid as often, in one run and in a loop', async () => {
			const twice = bodyOf({ n: 10 });
			const story = async (...bodies: string[]) =>
				await deliver(bodies, {
					nodes: { Other: { type: START } },
					connections: { Start: [['Verify']], Verify: [['Pay', 'Other']], Other: [['Pay']] },
				});
			const { of } = await story(twice, twice);
			expect([0, 1].map((run) => skipped(of('Pay', run).items))).toEqual([
				[false, 'this'],
				[false, 'this'],
			]);
			expect(paid()).toBe(2);
		});

		/** A node that verifies this body for any input item. */
		const verifying = (rawBody: string) => ({
			type: NODE,
			parameters: { resource: 'event', operation: 'verify', ...asText, rawBody, signature: sign(rawBody) },
		});

		/** Each story has two events. In the second and the third story, one of them is known. */
		const eachGoesByItsOwn = async (
			story: (one: string, other: string) => Promise<unknown[]>,
			numbers: number[],
		) => {
			const [a, b, c, d] = numbers.map((n) => bodyOf({ n })) as [string, string, string, string];
			expect(await story(a, b)).toEqual([false, false]);
			expect(await story(a, c)).toEqual(['earlier', false]);
			expect(await story(d, b)).toEqual([false, 'earlier']);
			expect(paid()).toBe(4);
		};

		it('by the event of the node that verified it, where several do in one execution', async () => {
			const story = async (one: string, other: string) => {
				const nodes = { One: verifying(one), Other: verifying(other), 'Pay Other': pay() };
				const connections = { Start: [['One', 'Other']], One: [['Pay']], Other: [['Pay Other']] };
				const { of } = await deliver([''], { nodes, connections });
				return [...skipped(of('Pay').items), ...skipped(of('Pay Other').items)];
			};
			await eachGoesByItsOwn(story, [20, 21, 22, 23]);
		});

		it('also where both lead to one node', async () => {
			const story = async (one: string, other: string) => {
				const nodes = { One: verifying(one), Other: verifying(other) };
				const connections = { Start: [['One', 'Other']], One: [['Pay']], Other: [['Pay']] };
				const { of } = await deliver([''], { nodes, connections });
				return [0, 1].flatMap((run) => skipped(of('Pay', run).items));
			};
			await eachGoesByItsOwn(story, [24, 25, 26, 27]);
		});

		it('and not for what failed to be verified', async () => {
			const body = bodyOf({ n: 11 });
			const forged = async () =>
				await deliver([body, 'forged'], {
					nodes: {
						Verify: {
							type: NODE,
							onError: 'continueErrorOutput',
							parameters: {
								resource: 'event',
								operation: 'verify',
								...asText,
								signature: `={{ $json.content === 'forged' ? 'none' : $json.headers['x-service-signature'] }}`,
							},
						},
						Told: pay(1),
					},
					connections: { Start: [['Verify']], Verify: [['Pay'], ['Told']] },
				});
			await forged();
			const { of } = await forged();
			expect(skipped(of('Pay').items)).toEqual(['earlier']);
			expect(skipped(of('Told').items)).toEqual([false]);
			expect(paid()).toBe(3);
		});
	});
});

describe('what is not genuine fails its item, and no other', () => {
	const body = bodyOf();
	it.each<[string, unknown, RegExp]>([
		['no signature', '', /"Signature" is an expression that returned no value/],
		['another signature', sign(`${body} `), /signature is missing or wrong/],
		['one in capitals', sign(body).toUpperCase(), /signature is missing or wrong/],
		['one of an empty secret', sign(body, ''), /signature is missing or wrong/],
		['one that is no text', { a: 1 }, /"Signature" must be text/],
	])('%s', async (_what, signature, reason) => {
		const { items, errorItems } = await verify([{ body }, { body, signature }, { body }]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(errorItems).toHaveLength(1);
		expect(errorItems[0]!.json).toMatchObject({
			error: expect.stringMatching(reason),
			details: { outcome: 'notApplied' },
		});
		// The input is kept, so that a person can look at it.
		expect(errorItems[0]!.json.content).toBe(body);
	});

	it('one whose body was changed on the way: packed, written as base64, with a byte order mark, or parsed and written anew', async () => {
		const genuine = sign(body);
		const changed = [
			gzipSync(body),
			Buffer.from(Buffer.from(body).toString('base64')),
			Buffer.from(`\ufeff${body}`),
			Buffer.from(JSON.stringify(JSON.parse(body))),
			Buffer.from(body.replaceAll('\n', '\r\n')),
			Buffer.from(body, 'utf16le'),
			Buffer.alloc(0),
		];
		const { items, errorItems } = await verify(
			changed.map(() => ({ body, signature: genuine })),
			{ files: changed, parameters: { bodyFrom: 'binary', signature: genuine } },
		);
		expect(items).toEqual([]);
		expect(errorItems).toHaveLength(changed.length);
		for (const { json } of errorItems) expect(json.error).toMatch(/signature is missing or wrong/);
	});

	it('an empty body that is signed is no event', async () => {
		const signature = sign('');
		const { errorItems } = await verify([{ body: '', signature }], {
			files: [Buffer.alloc(0)],
			parameters: { bodyFrom: 'binary', signature },
		});
		expect(errorItems[0]!.json.error).toMatch(/signed, but it is not a valid event/);
	});

	it('a secret is none where the credential has only a part of one, or all in one line', async () => {
		for (const webhookSecret of [SECRETS.join(' '), SECRETS[0]!.slice(0, -1), `${SECRETS[0]}x`]) {
			const { errorItems } = await verify([{ body }], { credential: service.credential({ webhookSecret }) });
			expect(errorItems[0]!.json.error).toMatch(/signature is missing or wrong/);
		}
	});

	it.each<[string, string, RegExp]>([
		['no JSON', 'hello', /signed, but it is not a valid event/],
		['no type', '{"data":{}}', /signed, but it is not a valid event/],
		['a list', '[{"type":"a"}]', /signed, but it is not a valid event/],
	])('a signed body that is %s', async (_what, content, reason) => {
		const { errorItems } = await verify([{ body: content }]);
		expect(errorItems[0]!.json.error).toMatch(reason);
	});

	it('a body that was parsed, one that is missing, and one from binary data that is not there', async () => {
		const parsed = await verify([{ body }], { parameters: { rawBody: '={{ JSON.parse($json.content) }}' } });
		expect(parsed.errorItems[0]!.json.error).toMatch(/"Raw Body" must be the unchanged body as text/);
		const none = await verify([{ body }], { parameters: { rawBody: '={{ $json.nope }}' } });
		expect(none.errorItems[0]!.json.error).toMatch(/"Raw Body" is an expression that returned no value/);
		const empty = await verify([{ body }], { parameters: { bodyFrom: '={{ "text" }}', rawBody: '' } });
		expect(empty.errorItems[0]!.json.error).toMatch(/"Raw Body" is empty/);
		const binary = await verify([{ body }], { parameters: { bodyFrom: 'binary' } });
		expect(binary.errorItems[0]!.json.error).toMatch(/has no binary data "data"/);
	});

	it('anything, when the credential holds no secret', async () => {
		const { errorItems } = await verify([{ body }], {
			credential: service.credential({ webhookSecret: ' \n ' }),
		});
		expect(errorItems[0]!.json.error).toBe('The credential has no webhook secret');
	});

	it('and stops the workflow where no error output is set', async () => {
		const { error } = await verify([{ body, signature: 'sha256=0' }], { onError: 'stopWorkflow' });
		expect(error?.message).toMatch(/signature is missing or wrong/);
	});
});

describe('optional deduplication', () => {
	const one = { body: bodyOf({ n: 1 }) };
	const two = { body: bodyOf({ n: 2 }) };
	const later = { body: bodyOf({ n: 1 }).replace('09:30', '10:30') };
	const numbers = ({ items }: NodeRun) => items.map(({ json }) => (json.data as IDataObject).n);

	it('gives an event once in a run and once in all runs, by the whole delivery or without its time', async () => {
		expect(numbers(await verify([one, two, one, later], by('payload')))).toEqual([1, 2, 1]);
		expect(numbers(await verify([later, one, two], by('payload')))).toEqual([]);
		processedValues.clear();
		expect(
			numbers(
				await verify(
					[{ body: bodyOf({ n: 3 }) }, { body: bodyOf({ n: 3 }).replace('09:', '11:') }],
					by('payloadWithoutTimestamp'),
				),
			),
		).toEqual([3]);
	});

	it('lets an event come again whose workflow failed', async () => {
		const event = { body: bodyOf({ n: 'fails' }) };
		const forged = { body: bodyOf({ n: 5 }), signature: 'sha256=0' };
		const failed = await verify([event, forged], { ...by('payload'), onError: 'stopWorkflow' });
		expect(failed.error).toBeDefined();
		expect(numbers(await verify([event], by('payload')))).toEqual(['fails']);
		expect(numbers(await verify([event], by('payload')))).toEqual([]);
	});

	it('loses nothing when n8n tries the node again', async () => {
		const event = { body: bodyOf({ n: 'again' }) };
		const forged = { body: bodyOf({ n: 5 }), signature: 'sha256=0' };
		const { items } = await verify([event, forged], {
			...by('payload'),
			onError: 'continueRegularOutput',
			maxTries: 3,
		});
		expect(items[0]!.json.data).toEqual({ n: 'again' });
	});

	it('neither drops nor remembers anything in a test run', async () => {
		const event = { body: bodyOf({ n: 'test' }) };
		expect(numbers(await verify([event], { ...by('payload'), mode: 'manual' }))).toEqual(['test']);
		expect(numbers(await verify([event], by('payload')))).toEqual(['test']);
		expect(numbers(await verify([event], { ...by('payload'), mode: 'manual' }))).toEqual(['test']);
	});

	it('fails the item when the memory cannot be asked, so that nothing is lost', async () => {
		store.failure = new Error('the database is away');
		const { items, errorItems } = await verify([{ body: bodyOf({ n: 'away' }) }], by('payload'));
		expect(items).toEqual([]);
		expect(errorItems[0]!.json.error).toMatch(/the database is away/);
	});

	it('takes a thousand events in one run, and settles them together when it ends', async () => {
		const many = Array.from({ length: 1_000 }, (_one, n) => ({ body: bodyOf({ many: n % 500 }) }));
		const forgets = jest.spyOn(DataDeduplicationService.getInstance(), 'removeProcessed');
		expect((await verify(many, by('payload'))).items).toHaveLength(500);
		// One for each of the sixteen rows, instead of one for each event.
		expect(forgets.mock.calls.length).toBeLessThan(100);
	}, 120_000);
});
