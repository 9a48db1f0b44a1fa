import type { INode, INodeParameters } from 'n8n-workflow';

import { startReceiver, type Receiver, type Reply } from '../harness/http/receiver';
import { byId } from '../harness/workflows/byId';
import { runGraph, runNode } from './engine';
import { LOOP, NEXT, NODE, START } from './nodeTypes';
import { processedValues } from './processedValues';
import { withoutPauses } from './sandbox';

withoutPauses();

const MEMBER = '1a'.repeat(12);
const TRIED_AGAIN = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } satisfies Partial<INode>;

let receiver: Receiver;
/** Responses before all others, in order. */
let replies: Reply[];
beforeAll(async () => {
	receiver = await startReceiver(
		() => replies.shift() ?? { body: { id: 'x', serviceId: MEMBER, balance: receiver.received.length } },
	);
});
afterAll(async () => await receiver.stop());
beforeEach(() => {
	processedValues.clear();
	receiver.received.length = 0;
	replies = [];
});

const credential = () => ({ baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) });
const award: INodeParameters = {
	resource: 'member',
	operation: 'updateBalance',
	serviceId: byId(MEMBER),
	currencyId: byId(''),
	amount: 5,
};
const pay = { type: NODE, parameters: award, ...TRIED_AGAIN };

describe('what n8n keeps for the next try of a node', () => {
	it('is not given to the next node, which pays too', async () => {
		const { of } = await runGraph({
			credential: credential(),
			nodes: { Start: { type: START }, One: pay, Two: pay },
			connections: { Start: [['One']], One: [['Two']] },
		});
		expect(['One', 'Two'].map((node) => of(node).items[0]?.json.balance)).toEqual([1, 2]);
		expect(receiver.received).toHaveLength(2);
	});

	it('is not given to the next run of the node, which pays too', async () => {
		const { of } = await runGraph({
			credential: credential(),
			input: [{}, {}, {}],
			nodes: { Start: { type: START }, Loop: { type: LOOP }, Pay: pay, Done: { type: NEXT } },
			connections: { Start: [['Loop']], Loop: [['Done'], ['Pay']], Pay: [['Loop']] },
		});
		expect([0, 1, 2].map((run) => of('Pay', run).items[0]?.json.balance)).toEqual([1, 2, 3]);
		expect(receiver.received).toHaveLength(3);
	});

	it('are payments, and not what was read: a read is as new as its try', async () => {
		const listOf = (id: string): Reply => ({ body: { data: [{ id }] } });
		replies = [listOf('old'), { status: 404 }, listOf('new')];
		const { items, error } = await runNode({
			credential: credential(),
			parameters: { resource: 'webhook', operation: 'getMany', realmId: '={{ $json.realm }}' },
			input: [{ realm: 'b'.repeat(24) }, { realm: 'c'.repeat(24) }],
			maxTries: 2,
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: 'new' });
		expect(receiver.received).toHaveLength(4);
	});
});
