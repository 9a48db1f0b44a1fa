import type { INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import { startReceiver, type Receiver } from '../harness/http/receiver';
import { byId } from '../harness/workflows/byId';
import { runGraph, runNode } from './engine';
import { LOOP, NEXT, NODE, START, TRIGGER } from './nodeTypes';
import { processedValues } from './processedValues';

const MEMBER = '1a'.repeat(12);

let receiver: Receiver;
/** What n8n's store had while a request was on its way. */
const seen = new Set<string>();
beforeAll(async () => {
	receiver = await startReceiver(() => {
		for (const value of [...processedValues.values()].flat()) seen.add(value);
		return receiver.received.length === 1
			? { status: 502 }
			: { body: { id: 'x', serviceId: MEMBER, balance: receiver.received.length } };
	});
});
afterAll(async () => await receiver.stop());
beforeEach(() => {
	processedValues.clear();
	seen.clear();
	receiver.received.length = 0;
});

interface Start {
	type?: string;
	mode?: WorkflowExecuteMode;
	parameters?: INodeParameters;
}

const credential = () => ({ baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) });
const award = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'updateBalance',
	serviceId: byId(MEMBER),
	currencyId: byId(''),
	amount: '={{ $json.amount }}',
	...more,
});

/** Pays the items one by one in a loop. The first request may have been applied. */
async function looped(amounts: number[], { type = START, mode, parameters }: Start) {
	const { of } = await runGraph({
		credential: credential(),
		mode,
		input: amounts.map((amount) => ({ eventId: 'e1', amount })),
		nodes: {
			Start: { type },
			Loop: { type: LOOP },
			Pay: { type: NODE, onError: 'continueRegularOutput', parameters: award(parameters) },
			Done: { type: NEXT },
		},
		connections: { Start: [['Loop']], Loop: [['Done'], ['Pay']], Pay: [['Loop']] },
	});
	return amounts.map((_amount, run) => of('Pay', run).items.map(({ json }) => json));
}

describe.each<[string, Start]>([
	['of an event', { type: TRIGGER }],
	['of an execution without an event', {}],
	['of a user', { parameters: { repeatProtection: 'key', idempotencyKey: 'order 17' } }],
])('a key %s whose request may have been applied', (_what, start) => {
	it('stops an equal payment in a later run, which is neither sent nor said to be skipped', async () => {
		const [first, second] = await looped([5, 5], start);
		expect(first).toMatchObject([{ details: { outcome: 'unknown', status: 502 } }]);
		expect(second).toEqual([
			expect.objectContaining({
				error: 'Not sent: an earlier request with this key may have been applied',
				details: expect.objectContaining({ outcome: 'unknown' }) as unknown,
			}),
		]);
		expect(second?.[0]).not.toHaveProperty('skipped');
		expect(receiver.received).toHaveLength(1);
	});
});

it('none is kept of a test execution, which has no retry: an equal payment in a later run is sent', async () => {
	const [first, second] = await looped([5, 5], { mode: 'manual' });
	expect(first).toMatchObject([{ details: { outcome: 'unknown', status: 502 } }]);
	expect(second).toMatchObject([{ serviceId: MEMBER, amount: 5 }]);
	expect([...seen]).toEqual([]);
});

it('another payment is not stopped by it', async () => {
	const [, second] = await looped([5, 6], {});
	expect(second).toMatchObject([{ serviceId: MEMBER, amount: 6 }]);
	expect(receiver.received).toHaveLength(2);
});

it('is named in the error that stops the run', async () => {
	const parameters = award({ repeatProtection: 'key', idempotencyKey: 'order 17' });
	const { error } = await runNode({ credential: credential(), parameters, input: [{ amount: 5 }] });
	expect(error?.message).toMatch(/^Outcome unknown: /);
	expect(error?.description).toMatch(/Its key is "order 17@[0-9a-f]{12}"\./);
});

it('none is of a dry run, also while items beside it are sent', async () => {
	const parameters = award({
		repeatProtection: 'key',
		idempotencyKey: '={{ $json.order }}',
		options: { dryRun: '={{ $json.isDry }}' },
	});
	const input = Array.from({ length: 20 }, (_one, index) => {
		const isDry = index % 2 === 1;
		return { amount: 5, isDry, order: `${isDry ? 'dry' : 'real'}-${index}` };
	});
	await runNode({ credential: credential(), parameters, input, onError: 'continueErrorOutput' });
	expect(receiver.received).toHaveLength(10);
	expect([...seen].filter((value) => value.includes('real-')).length).toBeGreaterThanOrEqual(10);
	expect([...seen].filter((value) => value.includes('dry-'))).toEqual([]);
});
