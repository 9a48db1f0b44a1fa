import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { runGraph, type GraphOptions, type NodeRun } from '../engine';
import { NODE, START, TRIGGER } from '../nodeTypes';
import { transferToAda } from '../payouts';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

useSteadyClock();
const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const AMOUNT = 17;
const event = { eventId: 'e1', type: 'quest.completed', data: {} };
const input = [{ amount: AMOUNT }];

/** A workflow that pays and that also lets a person settle its key. */
interface Wanted {
	more?: INodeParameters;
	start?: string;
	input?: IDataObject[];
}

const automatic: Wanted = { input };
const byKey: Wanted = { input, more: { repeatProtection: 'key', idempotencyKey: 'order-17' } };
const byEvent: Wanted = { input: [{ ...event, amount: AMOUNT }], start: TRIGGER };

type Operation = 'confirm' | 'release';

const graph = (
	{ more, start = START, input: items }: Wanted,
	next: string,
	settling: INodeParameters = {},
): GraphOptions => ({
	credential: service.credential(),
	nodes: {
		Start: { type: start },
		Pay: {
			type: NODE,
			parameters: transferToAda(service, { amount: '={{ $json.amount }}', options: { retries: 0 }, ...more }),
		},
		Settle: { type: NODE, parameters: { resource: 'idempotencyKey', ...settling } },
	},
	connections: { Start: [[next]] },
	input: items,
});

let executions = 0;
beforeEach(() => (executions = 0));
const pay = async (wanted: Wanted, options: Partial<GraphOptions> = {}) =>
	await runGraph({
		...graph(wanted, 'Pay'),
		mode: 'trigger',
		executionId: String(++executions),
		...options,
	});
/** In a separate execution of the same workflow. */
const settle = async (
	operation: Operation,
	idempotencyKey: unknown,
	wanted: Wanted = automatic,
): Promise<NodeRun> => {
	const settling = { operation, idempotencyKey: idempotencyKey as string };
	const { of } = await runGraph({
		...graph(wanted, 'Settle', settling),
		mode: 'manual',
		executionId: String(++executions),
	});
	return of('Settle');
};

/** The ledger's movements from payments of these tests. */
const paid = () => service.control.ledger().entries.filter(({ amount }) => Number(amount) === AMOUNT).length;
afterEach(() => expect(service.control.ledger().sum).toBe(0));

const operation = 'member.transferBalance';
/** Makes the outcome of the next payment unknown, whether or not it was made. */
const breakOff = (when: 'after' | 'before') =>
	service.control.addFault({ operation, kind: 'drop', when, times: 1 });

/** Pays with an unknown outcome. Returns the run and its key. */
const payUnknown = async (wanted: Wanted, when: 'after' | 'before') => {
	breakOff(when);
	const { run } = await pay(wanted);
	expect(run.data.resultData.error?.message).toMatch(/^Outcome unknown: /);
	const [key = ''] = keysInStore();
	expect(key).not.toBe('');
	return { run, key };
};

/** Full keys in n8n's store, of any node. */
const keysInStore = () =>
	[...processedValues.values()]
		.flat()
		.flatMap((value) => /^([^\u0000]+@[0-9a-f]{12})$/.exec(value)?.[1] ?? []);

const skippedAs = (idempotencyKey: string) =>
	expect.objectContaining({ skipped: true, idempotencyKey, firstRun: { execution: 'earlier' } }) as unknown;

describe.each([
	['an execution without event', automatic],
	['By Key', byKey],
	['an event', byEvent],
])('the key of a payment of unknown outcome, of %s,', (_name, wanted) => {
	it('is confirmed, and the manual retry skips the item', async () => {
		const { run, key } = await payUnknown(wanted, 'after');
		expect(paid()).toBe(1);
		const first = await pay(wanted, { mode: 'retry', retryOf: run, retryOfId: '1' });
		expect(first.run.data.resultData.error).toMatchObject({
			message: 'Not sent: an earlier request with this key may have been applied',
			description: expect.stringMatching(/was applied, .*→ Confirm\. If not, .*→ Release/) as string,
		});

		expect((await settle('confirm', key, wanted)).items[0]?.json).toEqual({
			confirmed: true,
			status: 'pending',
			idempotencyKey: key,
		});
		const { of } = await pay(wanted, { mode: 'retry', retryOf: run, retryOfId: '1' });
		expect(of('Pay').items.map(({ json }) => json)).toEqual([skippedAs(key)]);
		expect(paid()).toBe(1);
	});

	it('is released, and the manual retry pays', async () => {
		const { run, key } = await payUnknown(wanted, 'before');
		expect(paid()).toBe(0);
		expect((await settle('release', key, wanted)).items[0]?.json).toEqual({
			released: true,
			status: 'pending',
			idempotencyKey: key,
		});
		const { of } = await pay(wanted, { mode: 'retry', retryOf: run, retryOfId: '1' });
		expect(of('Pay').items[0]?.json).toHaveProperty('senderId');
		expect(paid()).toBe(1);
	});
});

it.each([
	['By Key', byKey],
	['an event', byEvent],
])('a confirmed key of %s is skipped by later executions too', async (_name, wanted) => {
	const { key } = await payUnknown(wanted, 'after');
	await settle('confirm', key, wanted);
	const { of } = await pay(wanted);
	expect(of('Pay').items.map(({ json }) => json)).toEqual([skippedAs(key)]);
	expect(paid()).toBe(1);
});

it('a key that is done is not confirmed, and stays done', async () => {
	await pay(byKey);
	const [key = ''] = keysInStore();
	expect((await settle('confirm', key)).items[0]?.json).toEqual({
		confirmed: false,
		status: 'completed',
		idempotencyKey: key,
		reason: 'This key is done already, so nothing was changed. Later runs skip its item.',
	});
	expect((await pay(byKey)).of('Pay').items[0]?.json.skipped).toBe(true);
	expect(paid()).toBe(1);
});

it.each(['order-17', `order-17@${'0'.repeat(12)}`])(
	'a key without a request is not created: %s',
	async (text) => {
		expect((await settle('confirm', text)).items[0]?.json).toEqual({
			confirmed: false,
			status: 'not_found',
			idempotencyKey: text,
			reason: expect.stringContaining('including the part after the @'),
		});
		expect([...processedValues.values()].flat()).toEqual([]);
		expect((await pay(byKey)).of('Pay').items[0]?.json).toHaveProperty('senderId');
		expect(paid()).toBe(1);
	},
);

describe('the key of an item whose execution was interrupted', () => {
	const two: Wanted = { input: [{ amount: AMOUNT }, { amount: AMOUNT }] };
	const interruption = 'Not sent: an earlier request with this key may have been applied';

	/** n8n dies while it pays, and has not saved the execution. Returns the open keys. */
	const interrupted = async (wanted: Wanted) => {
		service.control.addFault({ operation, kind: 'delay', delay: 300, times: 1 });
		const sent = service.requests.length;
		const paying = pay(wanted);
		await until('the payment', () => service.requests.length === sent + 1);
		const rows = new Map([...processedValues].map(([row, values]) => [row, [...values]]));
		await paying;
		// The next process knows nothing but the store.
		processedValues.clear();
		for (const [row, values] of rows) processedValues.set(row, values);
		return keysInStore();
	};
	const retryFirst = async (wanted: Wanted, more: Partial<GraphOptions> = {}) =>
		await pay(wanted, { mode: 'retry', retryOfId: '1', ...more });

	it('is one of each item. The retry skips the confirmed one, and pays the released one', async () => {
		const [one = '', other = '', ...more] = await interrupted(two);
		expect(more).toEqual([]);
		expect(one).toMatch(/^execution 1 [0-9a-f]+@[0-9a-f]{12}$/);
		expect(other).toMatch(/^execution 1 [0-9a-f]+ #2@[0-9a-f]{12}$/);
		expect(paid()).toBe(2);
		const { run } = await retryFirst(two);
		expect(run.data.resultData.error?.message).toBe(interruption);
		const status = 'pending';
		for (const [operation, idempotencyKey, said] of [
			['confirm', one, { confirmed: true }],
			['release', other, { released: true }],
		] as const) {
			const { items } = await settle(operation, idempotencyKey);
			expect(items[0]?.json).toEqual({ ...said, status, idempotencyKey });
		}
		const { of } = await retryFirst(two);
		const [skipped, sent] = of('Pay').items.map(({ json }) => json);
		expect(skipped).toEqual(skippedAs(one));
		expect(sent).toHaveProperty('senderId');
		expect(paid()).toBe(3);
	});

	it('refuses its item in a retry of an attempt that was refused, too', async () => {
		const [key] = await interrupted(automatic);
		const refused = await retryFirst(automatic);
		const again = await retryFirst(automatic, { retryOfId: '2', retryOf: refused.run });
		expect(again.run.data.resultData.error?.message).toBe(interruption);
		expect(keysInStore()).toContain(key);
		expect(paid()).toBe(1);
	});

	it('is not known to a retry of an attempt that died too, which sends nothing and says what to retry', async () => {
		await interrupted(automatic);
		await retryFirst(automatic, { executionId: '7' });
		const again = await retryFirst(automatic, { retryOfId: '7' });
		expect(again.run.data.resultData.error).toMatchObject({
			message: 'Not sent: an earlier attempt at this execution may have sent this item',
			description: expect.stringContaining('Retry the first attempt') as string,
		});
		expect(paid()).toBe(1);
	});
});

describe('a retry when n8n does not say what it repeats', () => {
	it('sends nothing, and reports the outcome as unknown', async () => {
		const { run } = await pay(automatic, { mode: 'retry' });
		expect(run.data.resultData.error).toMatchObject({
			message: 'Not sent: an earlier attempt at this execution may have sent this item',
			description: expect.stringContaining('run the workflow for the remaining items') as string,
		});
		expect(paid()).toBe(0);
	});

	it('pays what was refused before, as the data of the execution says so', async () => {
		service.control.addFault({ operation, kind: 'status', status: 403, when: 'before', times: 1 });
		const { run } = await pay(automatic);
		expect(run.data.resultData.error).toBeDefined();
		await pay(automatic, { mode: 'retry', retryOf: run });
		expect(paid()).toBe(1);
	});

	it('pays by key and for an event, whose keys do not depend on the execution', async () => {
		await pay(byKey, { mode: 'retry' });
		await pay(byEvent, { mode: 'retry' });
		expect(paid()).toBe(2);
	});
});
