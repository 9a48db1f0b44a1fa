import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { LoggedRequest } from '../../sandbox/base/requestLog';
import { find } from '../../sandbox/base/state';
import { startReceiver, type Receiver, type Reply } from '../harness/http/receiver';
import { byId } from '../harness/workflows/byId';
import { runGraph, runNode } from './engine';
import { award as awardOf, usePayouts } from './payouts';
import { LOOP, NEXT, NODE, START } from './nodeTypes';
import { processedValues, store } from './processedValues';
import { useService, withoutPauses } from './sandbox';

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
/** Two requests of *Request → Send* that may be repeated. */
const sendTwice = (more: INodeParameters): Parameters<typeof runNode>[0] => ({
	credential: credential(),
	parameters: {
		...{ resource: 'request', operation: 'send', method: 'PUT', path: '={{ $json.path }}', body: '{}' },
		...{ effect: 'replace', options: { retries: 0 } },
		...more,
	},
	input: [{ path: '/one' }, { path: '/two' }],
});
const paths = () => receiver.received.map(({ path }) => path);
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

	it('are no updates without a key, which may be sent again', async () => {
		replies = [{}, { status: 403 }];
		const { error } = await runNode({ ...sendTwice({ repeatProtection: 'off' }), maxTries: 2 });
		expect(error).toBeUndefined();
		expect(paths()).toEqual(['/one', '/two', '/one', '/two']);
	});

	it('are updates under a key too: the next try has their response, and not a skipped item', async () => {
		replies = [{ body: { id: 'first' } }, { status: 403 }, { body: { id: 'second' } }];
		const keyed = { repeatProtection: 'key', idempotencyKey: '={{ $json.path }}' };
		const { items } = await runNode({ ...sendTwice(keyed), maxTries: 2 });
		expect(items.map(({ json }) => json.id)).toEqual(['first', 'second']);
		expect(paths()).toEqual(['/one', '/two', '/two']);
	});

	it("are changes of n8n's store too: a key is released once, though the next one is not", async () => {
		replies = [{ status: 502 }, { status: 502 }];
		const key = { repeatProtection: 'key', idempotencyKey: '={{ $json.order }}', options: { retries: 0 } };
		const paid = await runNode({
			credential: credential(),
			parameters: { ...award, ...key },
			input: [{ order: 'order 1' }, { order: 'order 2' }],
			onError: 'continueRegularOutput',
		});
		const details = paid.items.map(({ json }) => json.details as IDataObject);
		expect(details.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
		const isReleased = () => {
			const values = [...processedValues.values()].flat().filter((value) => value.startsWith('order 1@'));
			return (
				values.some((value) => !value.includes('\u0000')) &&
				!values.some((value) => /\u0000(held|open)$/.test(value))
			);
		};
		store.written = () => {
			if (isReleased()) store.failure = new Error('the database is locked');
		};
		const { error } = await runNode({
			credential: credential(),
			parameters: {
				resource: 'idempotencyKey',
				operation: 'release',
				idempotencyKey: '={{ $json.idempotencyKey }}',
			},
			input: details,
			maxTries: 2,
		}).finally(() => {
			delete store.written;
			delete store.failure;
		});
		expect(isReleased()).toBe(true);
		// Without a memory, the first item would fail at the second try.
		expect(error?.context).toMatchObject({ itemIndex: 1 });
	});
});

describe('of two equal payments', () => {
	let onRequest: (request: LoggedRequest) => void = () => {};
	const service = useService({ onRequest: (request) => onRequest(request) });
	const payouts = usePayouts(service);
	afterEach(() => (onRequest = () => {}));

	it('the one whose look-up failed in the first try is paid in the next one, and the other is not paid again', async () => {
		const { ada, bruno } = service.ids.members;
		// The new address appears after the first try has paid the other item.
		onRequest = ({ acted, operationId }) => {
			if (!acted || operationId !== 'member.updateBalance') return;
			const { members } = find(service.state.realms, service.realmId, 'realm');
			find(members, bruno, 'member').email = 'new@members.example';
		};
		const initiatorId = { __rl: true, mode: 'email', value: '={{ $json.by }}' } as unknown as INodeParameters;
		const { items, errorItems } = await runNode({
			credential: service.credential(),
			parameters: awardOf(service, { additionalFields: { initiatorId } }),
			input: ['new@members.example', 'ada@members.example'].map((by) => ({ to: ada, by })),
			mode: 'trigger',
			onError: 'continueRegularOutput',
			maxTries: 2,
		});
		expect(errorItems).toEqual([]);
		const balance = service.balance(ada, service.ids.currencies.stars);
		expect(items.map(({ json }) => [json.error, json.skipped, json.newBalance])).toEqual([
			[undefined, undefined, balance],
			[undefined, undefined, balance - 5],
		]);
		expect(payouts.to(ada)).toEqual([[5, 5]]);
		const paid = service.requests.filter(({ operationId }) => operationId === 'member.updateBalance');
		expect(paid.map(({ body }) => (body as IDataObject).initiatorId)).toEqual([ada, bruno]);
	});
});
