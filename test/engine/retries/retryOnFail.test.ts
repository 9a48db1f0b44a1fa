import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
} from 'n8n-workflow';

import type { LoggedRequest } from '../../../sandbox/base/requestLog';
import { find } from '../../../sandbox/base/state';
import type { Reply } from '../../harness/http/receiver';
import { byId } from '../../harness/workflows/nodes';
import {
	additionalData,
	credentialReference,
	nodeOf,
	runGraph,
	runNode,
	runTool,
	workflowOf,
	type RunOptions,
} from '../engine';
import { LOOP, NEXT, NODE, nodeTypes, START, TOOL } from '../nodeTypes';
import { award, transferToAda, usePayouts } from '../payouts';
import { processedValues, store } from '../processedValues';
import { useReceiver } from '../receiver';
import { useService, withoutPauses } from '../sandbox';

let onRequest: (request: LoggedRequest) => void = () => {};
const service = useService({ onRequest: (request) => onRequest(request) });
withoutPauses();
const payouts = usePayouts(service);
afterEach(() => (onRequest = () => {}));

/** Three transfers in a node that n8n tries up to three times. */
async function payThree(changes: Partial<RunOptions> = {}) {
	const { ada, bruno, chen } = service.ids.members;
	return await runNode({
		credential: service.credential(),
		parameters: transferToAda(service, { recipientId: byId('={{ $json.to }}'), options: { retries: 0 } }),
		input: [ada, bruno, chen].map((to) => ({ to })),
		maxTries: 3,
		...changes,
	});
}

/** The recipients whom the service has paid, regardless of its responses. */
const paid = () =>
	service.requests
		.filter(({ acted }) => acted)
		.map(({ body }) => (body as { recipientId: string }).recipientId);
const everyone = () => {
	const { ada, bruno, chen } = service.ids.members;
	return [ada, bruno, chen];
};

/** The service refuses one transfer: the first, or the one after this many successes. */
const refuseOne = (after = 0) => failOne({ status: 429, when: 'before' }, after);
/** The service breaks off after the transfer. */
const breakOffOne = (after = 0) => failOne({ status: 502, when: 'after' }, after);

function failOne(answer: { status: number; when: 'before' | 'after' }, after: number): void {
	const operation = 'member.transferBalance';
	// Faults hit in the order of their creation.
	if (after > 0) service.control.addFault({ operation, kind: 'delay', delay: 1, times: after });
	service.control.addFault({ operation, kind: 'status', ...answer, times: 1 });
}

it("returns the first try's payments at the next one, and pays the failed item", async () => {
	refuseOne(1);
	const { items, error } = await payThree();
	expect(error).toBeUndefined();
	expect(paid()).toEqual(everyone());
	expect(items.map(({ json }) => json.recipientId)).toEqual(everyone());
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
});

it('never sends an item again that may have been paid', async () => {
	breakOffOne(1);
	const { error } = await payThree();
	expect(error?.message).toMatch(/^Outcome unknown: /);
	expect(paid()).toEqual(everyone().slice(0, 2));
});

it('pays no one twice when the first item goes to the error output, after which n8n tries again too', async () => {
	breakOffOne();
	const { items, errorItems } = await payThree({ onError: 'continueErrorOutput' });
	expect(paid()).toEqual(everyone());
	expect(errorItems.map(({ json }) => json.details)).toEqual([
		expect.objectContaining({ outcome: 'unknown' }),
	]);
	expect(items.map(({ json }) => json.recipientId)).toEqual(everyone().slice(1));
});

it('pays what was refused at the first try, while the rest is paid once', async () => {
	refuseOne();
	const { items, errorItems } = await payThree({ onError: 'continueErrorOutput' });
	expect(errorItems).toEqual([]);
	expect(items).toHaveLength(3);
	expect(paid().sort()).toEqual(everyone().sort());
});

it('sends again in another execution', async () => {
	await payThree();
	await payThree();
	expect(paid()).toEqual([...everyone(), ...everyone()]);
});

describe('a tool of an agent, which n8n runs as a node', () => {
	const call = async () => {
		const parameters = transferToAda(service, { options: { retries: 0 } });
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { items } = await runTool({ credential: service.credential(), parameters }, settings);
		return items[0]?.json;
	};

	it('never sends again what may have been applied, though its result says so and n8n tries again', async () => {
		breakOffOne();
		expect(await call()).toMatchObject({ details: { outcome: 'unknown' } });
		expect(paid()).toEqual(everyone().slice(0, 1));
	});

	it('sends again what was refused', async () => {
		refuseOne();
		expect(await call()).toMatchObject({ recipientId: everyone()[0] });
		expect(paid()).toEqual(everyone().slice(0, 1));
	});
});

it('two calls of a tool by agents at work at the same time, to which n8n gives one number, are both made', async () => {
	const { ada, bruno } = service.ids.members;
	const { signal } = new AbortController();
	const callWith = async (recipientId: string) => {
		const parameters = transferToAda(service, { recipientId: byId(recipientId) });
		const node = {
			...nodeOf('Tool', TOOL, parameters),
			retryOnFail: true,
			credentials: credentialReference(),
		};
		const items = [{ json: {} }];
		const input = { main: [items] };
		const context = new ExecuteContext(
			workflowOf({ nodes: [node] }),
			node,
			additionalData(service.credential(), 'trigger'),
			'trigger',
			createRunExecutionData(),
			0,
			items,
			input,
			{ node, data: input, source: null },
			[],
			signal,
		);
		const output = await nodeTypes.getByNameAndVersion(TOOL).execute!.call(context);
		return (output as INodeExecutionData[][])[0]![0]!.json.recipientId;
	};
	expect(await Promise.all([callWith(ada), callWith(bruno)])).toEqual([ada, bruno]);
	expect(paid().sort()).toEqual([ada, bruno].sort());
	expect([await callWith(ada), await callWith(ada)]).toEqual([ada, ada]);
	expect(paid()).toHaveLength(4);
});

const MEMBER = '1a'.repeat(12);
const TRIED_AGAIN = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } satisfies Partial<INode>;

/** Responses before all others, in order. */
let replies: Reply[] = [];
const receiver = useReceiver(
	() => replies.shift() ?? { body: { id: 'x', serviceId: MEMBER, balance: receiver.received.length } },
);
afterEach(() => (replies = []));

const awarding: INodeParameters = {
	resource: 'member',
	operation: 'updateBalance',
	serviceId: byId(MEMBER),
	currencyId: byId(''),
	amount: 5,
};
const pay = { type: NODE, parameters: awarding, ...TRIED_AGAIN };
/** Two requests of *Request → Send* that may be repeated. */
const sendTwice = (more: INodeParameters): Parameters<typeof runNode>[0] => ({
	credential: receiver.credential(),
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
			credential: receiver.credential(),
			nodes: { Start: { type: START }, One: pay, Two: pay },
			connections: { Start: [['One']], One: [['Two']] },
		});
		expect(['One', 'Two'].map((node) => of(node).items[0]?.json.balance)).toEqual([1, 2]);
		expect(receiver.received).toHaveLength(2);
	});

	it('is not given to the next run of the node, which pays too', async () => {
		const { of } = await runGraph({
			credential: receiver.credential(),
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
			credential: receiver.credential(),
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
		const tried = await runNode({
			credential: receiver.credential(),
			parameters: { ...awarding, ...key },
			input: [{ order: 'order 1' }, { order: 'order 2' }],
			onError: 'continueRegularOutput',
		});
		const details = tried.items.map(({ json }) => json.details as IDataObject);
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
			credential: receiver.credential(),
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
			parameters: award(service, { additionalFields: { initiatorId } }),
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
		const payments = service.requests.filter(({ operationId }) => operationId === 'member.updateBalance');
		expect(payments.map(({ body }) => (body as IDataObject).initiatorId)).toEqual([ada, bruno]);
	});
});

describe('a record with an error', () => {
	/** n8n takes a first item with an `error` for a failure, and tries the node again. */
	const read = async (job: IDataObject | undefined, jobId = 'x') => {
		if (job) {
			const body = { jobId, ...job };
			service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body });
		}
		return await runNode({
			credential: service.credential(),
			maxTries: 3,
			input: [{ first: true }, { first: false }],
			parameters: { resource: 'export', operation: 'get', jobId },
		});
	};

	it('the record of a failed export is read once with Retry On Fail, because it is no failure of the node', async () => {
		const { items, error } = await read(undefined, service.ids.exports.failed);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toMatchObject(
			Array.from({ length: 2 }, () => ({ status: 'failed', error: 'A record could not be read.' })),
		);
		expect(service.requests).toHaveLength(1);
	});

	it.each<unknown>(['', 0, { code: 17 }, ['late']])('an error %j in a record is read once', async (given) => {
		const { items } = await read({ status: 'failed', error: given as string });
		expect(items.map(({ json }) => json.error)).toEqual([given, given]);
		expect(service.requests).toHaveLength(1);
	});

	it('a read that failed is tried again', async () => {
		service.control.addFault({ operation: 'export.get', kind: 'status', status: 403, times: 1 });
		const { items, error } = await read(undefined, service.ids.exports.failed);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		expect(service.requests.map(({ status }) => status)).toEqual([403, 200]);
	});
});
