import { setTimeout as pause } from 'node:timers/promises';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultRequest } from '../../../sandbox/faults/fault';
import { useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { runGraph, runNode, type RunOptions } from '../engine';
import { NODE, START } from '../nodeTypes';
import { transferToAda } from '../payouts';
import { processedValues, store } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

useSteadyClock();
const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const pay = async (
	idempotencyKey: string,
	options: Partial<RunOptions> & { more?: INodeParameters } = {},
	realmId = '',
) => {
	const { more, parameters, ...rest } = options;
	return await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		...rest,
		parameters: transferToAda(service, {
			amount: '={{ $json.amount ?? 5 }}',
			realmId,
			...(idempotencyKey === '' ? {} : { repeatProtection: 'key', idempotencyKey }),
			options: { ...more },
			...parameters,
		}),
	});
};
const payments = () => service.requests.filter(({ acted }) => acted).length;
const release = async (idempotencyKey: unknown) =>
	await runNode({
		credential: service.credential(),
		parameters: {
			resource: 'idempotencyKey',
			operation: 'release',
			idempotencyKey: idempotencyKey as string,
		},
	});

it('pays once for a key, and says so in the second run', async () => {
	expect((await pay('order-17')).items[0]?.json).toHaveProperty('senderId');
	const { items } = await pay('order-17');
	expect(items).toEqual([
		{
			json: {
				skipped: true,
				serviceId: service.ids.members.bonusPool,
				recipientId: service.ids.members.ada,
				amount: 5,
				idempotencyKey: expect.stringMatching(/^order-17@/),
				reason: 'Not sent: an earlier execution already did this with the same key. Its result was not kept',
				firstRun: { execution: 'earlier' },
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(payments()).toBe(1);
	expect(service.requests).toHaveLength(1);
});

it('pays for each key of its items, and once for a key that occurs twice', async () => {
	const input = [{ order: 'a' }, { order: 'b' }, { order: 'a' }];
	const { items } = await pay('={{ $json.order }}', { input });
	expect(items.map(({ json }) => json.skipped)).toEqual([undefined, undefined, true]);
	expect(items[2]?.json).toMatchObject({
		reason: 'Not sent: another item of this execution already did this with the same key',
		firstRun: { execution: 'this', runIndex: 0, itemIndex: 0, json: items[0]?.json },
	});
	expect(payments()).toBe(2);
});

it('pays for one key in two realms', async () => {
	const input = [{ realm: service.ids.realm }, { realm: service.ids.otherRealm }];
	const { items } = await pay('week 12', { input }, '={{ $json.realm }}');
	expect(items.filter(({ json }) => json.skipped)).toEqual([]);
	expect(service.requests).toHaveLength(2);
});

it('refuses a key that was used for another amount or another recipient, and says so', async () => {
	await pay('order-17');
	const { errorItems } = await pay('order-17', { input: [{ amount: 50 }] });
	expect(errorItems[0]?.json).toMatchObject({
		error: 'Not sent: this key was used for another request',
		details: { outcome: 'notApplied' },
	});
	expect(service.requests).toHaveLength(1);
	// The refused item did not change what the key stands for.
	expect((await pay('order-17')).items[0]?.json.skipped).toBe(true);
	expect((await pay('order-17', { input: [{ amount: 50 }] })).errorItems).toHaveLength(1);
});

/** n8n's engine takes two backslashes for one, and evaluates the code after them. */
it.each(['=DOM\\\\{{ $json.none }}', '=a{{ $json.none }}\\\\{{ $json.week }}'])(
	'refuses the key %s with an empty part behind backslashes',
	async (key) => {
		const { errorItems } = await pay(key, { input: [{ week: 12 }] });
		expect(errorItems[0]?.json).toMatchObject({
			error:
				'"Idempotency Key" contains an expression that returned no value for this item: {{ $json.none }}',
			details: { outcome: 'notApplied' },
		});
		expect(service.requests).toEqual([]);
	},
);

it('accepts a key with backslashes', async () => {
	await pay('=DOM\\\\{{ $json.week }}', { input: [{ week: 12 }] });
	expect((await pay('DOM\\12')).items[0]?.json).toMatchObject({ skipped: true });
});

it('accepts a key without empty parts, including 0 and false', async () => {
	const { items } = await pay('=order-{{ $json.id }}-{{ $json.flag }}', {
		input: [{ id: 0, flag: false }],
	});
	expect(items[0]?.json).toHaveProperty('senderId');
	expect((await pay('order-0-false')).items[0]?.json).toMatchObject({ skipped: true });
});

it.each(['={{ $today }}', '=bonus of {{ $today }}'])(
	'takes the date %s for a key',
	async (idempotencyKey) => {
		expect((await pay(idempotencyKey)).items[0]?.json).toHaveProperty('senderId');
		expect((await pay(idempotencyKey)).items[0]?.json).toMatchObject({
			skipped: true,
			idempotencyKey: expect.stringMatching(/\d{4}-\d\d-\d\dT00:00:00.000\S*@/) as string,
		});
		expect(payments()).toBe(1);
	},
);

it('releases the key when the service did not act', async () => {
	service.control.addFault({ operation: 'member.transferBalance', kind: 'status', status: 403, times: 1 });
	const { errorItems } = await pay('order-17');
	expect(errorItems[0]?.json.details).toMatchObject({ outcome: 'notApplied' });
	expect(errorItems[0]?.json.details).not.toHaveProperty('idempotencyKey');
	expect((await pay('order-17')).items[0]?.json).toHaveProperty('senderId');
	expect(payments()).toBe(1);
});

describe('released from another node of the workflow', () => {
	const payingBy = (idempotencyKey: string) => ({
		type: NODE,
		parameters: transferToAda(service, { repeatProtection: 'key', idempotencyKey }),
	});
	const run = async (idempotencyKey: string, nodes: Record<string, ReturnType<typeof payingBy>>) =>
		await runGraph({
			credential: service.credential(),
			nodes: {
				Start: { type: START },
				...nodes,
				Free: {
					type: NODE,
					parameters: { resource: 'idempotencyKey', operation: 'release', idempotencyKey },
				},
			},
			connections: {
				Start: [[Object.keys(nodes)[0] ?? 'Free']],
				...Object.fromEntries(
					Object.keys(nodes).map((name, index, all) => [name, [[all[index + 1] ?? 'Free']]]),
				),
			},
		});

	it('a key is freed, in full or by its plain words, and says how it stood', async () => {
		const { of } = await run('order-17', { Pay: payingBy('order-17') });
		expect(of('Free').items[0]?.json).toEqual({
			released: true,
			status: 'completed',
			idempotencyKey: expect.stringMatching(/^order-17@[0-9a-f]{12}$/),
		});
		const again = await run(of('Free').items[0]?.json.idempotencyKey as string, {
			Pay: payingBy('order-17'),
		});
		expect(again.of('Free').items[0]?.json).toMatchObject({ released: true, status: 'completed' });
		expect(payments()).toBe(2);
	});

	it('asks for more where plain words stand for the keys of several nodes', async () => {
		const { run: ended, of } = await run('order-17', {
			Pay: payingBy('order-17'),
			Fee: payingBy('order-17'),
		});
		expect(ended.data.resultData.error?.message).toMatch(
			/^Several keys of this workflow start with this text: order-17@\w{12}, order-17@\w{12}$/,
		);
		expect(of('Fee').items[0]?.json).toHaveProperty('senderId');
		expect(payments()).toBe(2);
		await run('order-18', { Pay: payingBy('order-17'), Fee: payingBy('order-17') });
		expect(payments()).toBe(2);
	});
});

it('keeps its keys where no other node reaches them', async () => {
	await pay('order-17');
	expect([...processedValues.keys()]).toEqual(['test-workflow id of Node']);
});

it('sends nothing when the key cannot be recorded, and the next run pays', async () => {
	store.failure = new Error('database is locked');
	const { errorItems } = await pay('order-17').finally(() => delete store.failure);
	expect(errorItems[0]?.json).toMatchObject({ details: { outcome: 'notApplied' } });
	expect(service.requests).toEqual([]);
	expect((await pay('order-17')).items[0]?.json).toHaveProperty('senderId');
});

describe('where the store records a key and fails all the same', () => {
	/** That many writes fail after they took effect. */
	const failAfter = (times: number) => {
		let left = times;
		store.written = () => {
			if (left-- > 0) throw new Error('connection lost');
		};
	};
	afterEach(() => delete store.written);

	it('once, nothing is sent, because the key may be an earlier one, and a person releases it', async () => {
		failAfter(1);
		const { errorItems } = await pay('order-17');
		expect(errorItems[0]?.json.details).toMatchObject({ outcome: 'unknown' });
		expect(service.requests).toEqual([]);
		const { idempotencyKey } = errorItems[0]?.json.details as IDataObject;
		expect((await release(idempotencyKey)).items[0]?.json).toMatchObject({ released: true });
		expect((await pay('order-17')).items[0]?.json).toHaveProperty('senderId');
		expect((await pay('order-17')).items[0]?.json).toMatchObject({ skipped: true });
		expect(payments()).toBe(1);
	});

	it('a key that is done stays so', async () => {
		await pay('order-17');
		failAfter(1);
		expect((await pay('order-17')).items[0]?.json).toMatchObject({ skipped: true });
		expect((await pay('order-17')).items[0]?.json).toMatchObject({ skipped: true });
		expect(payments()).toBe(1);
	});

	it('a key whose request may have been applied stays open, and says so each time', async () => {
		service.control.addFault({ operation: 'member.transferBalance', kind: 'drop', when: 'after', times: 1 });
		const open = expect.objectContaining({
			outcome: 'unknown',
			idempotencyKey: expect.any(String),
		}) as unknown;
		expect((await pay('order-17')).errorItems[0]?.json.details).toEqual(open);
		failAfter(1);
		expect((await pay('order-17')).errorItems[0]?.json.details).toEqual(open);
		expect((await pay('order-17')).errorItems[0]?.json.details).toEqual(open);
		expect(payments()).toBe(1);
	});

	it('again and again without returning its content, nothing counts as done', async () => {
		store.written = () => {
			store.failure = new Error('connection lost');
			throw store.failure;
		};
		const { errorItems } = await pay('order-17').finally(() => delete store.failure);
		expect(errorItems[0]?.json).toMatchObject({ details: { outcome: 'notApplied' } });
		delete store.written;
		expect((await pay('order-17')).items.filter(({ json }) => json.skipped)).toEqual([]);
	});
});

it.each<[Partial<FaultRequest>, IDataObject]>([
	[{ kind: 'delay' }, { skipped: true }],
	[{ kind: 'status', status: 403 }, { senderId: expect.any(String) as string }],
])('records what came of a request when the store fails for a moment: %o', async (fault, then) => {
	const operation = 'member.transferBalance';
	service.control.addFault({ operation, kind: 'delay', ...fault, delay: 100, times: 1 });
	const first = pay('order-17');
	await until('the payment', () => service.requests.length === 1);
	store.failure = new Error('the database is busy');
	await pause(300);
	delete store.failure;
	await first;
	expect((await pay('order-17')).items[0]?.json).toMatchObject(then);
});

describe('automatic protection', () => {
	const event = { eventId: 'e1', type: 'quest.completed', data: {} };

	it('is made from the event and the request', async () => {
		await pay('', { input: [event], isTriggered: true });
		const again = await pay('', { input: [event], isTriggered: true });
		expect(again.items[0]?.json).toMatchObject({
			skipped: true,
			idempotencyKey: expect.stringMatching(/^e1 [0-9a-f]{16}@/),
		});
		expect(payments()).toBe(1);
	});

	it('is another for another event, and for another amount', async () => {
		await pay('', { input: [event], isTriggered: true });
		await pay('', { input: [{ ...event, eventId: 'e2' }], isTriggered: true });
		await pay('', { input: [{ ...event, amount: 6 }], isTriggered: true });
		expect(payments()).toBe(3);
	});

	it('sends in each execution that no event started, and keeps nothing of a test execution', async () => {
		for (const changes of [{ isTriggered: true, mode: 'manual' as const }, {}]) {
			expect(processedValues.size).toBe(0);
			for (let run = 1; run <= 2; run++) {
				const { items } = await pay('', { input: [event], ...changes });
				expect(items[0]?.json).toHaveProperty('senderId');
			}
		}
		expect(payments()).toBe(4);
	});

	it('takes the event that an item comes from, where a trigger gave several', async () => {
		const events = ['e1', 'e2', 'e3'].map((eventId) => ({ ...event, eventId }));
		await pay('', { input: events.slice(0, 2), isTriggered: true });
		const { items } = await pay('', { input: events.slice(1), isTriggered: true });
		expect(items.map(({ json }) => json.skipped)).toEqual([true, undefined]);
		expect(payments()).toBe(3);
	});

	it('can be turned off', async () => {
		const off = { input: [event], isTriggered: true, parameters: { repeatProtection: 'off' } };
		await pay('', off);
		await pay('', off);
		expect(payments()).toBe(2);
	});

	it('refuses a word that it does not know', async () => {
		const { errorItems } = await pay('', { parameters: { repeatProtection: 'of' } });
		expect(errorItems[0]?.json.error).toBe('"Repeat Protection" must be automatic, key or off, but is "of"');
		expect(service.requests).toEqual([]);
	});
});
