import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, type INodeExecutionData, type INodeParameters } from 'n8n-workflow';

import { byId } from '../harness/workflows/byId';
import {
	additionalData,
	credentialReference,
	nodeOf,
	runTool,
	runNode,
	workflowOf,
	type RunOptions,
} from './engine';
import { nodeTypes, TOOL } from './nodeTypes';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();

/** Three transfers in a node that n8n tries up to three times. */
async function payThree(
	changes: Partial<RunOptions> = {},
	options: INodeParameters = { retries: 0 },
	more: INodeParameters = {},
) {
	const { bonusPool, ada, bruno, chen } = service.ids.members;
	return await runNode({
		credential: service.credential(),
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: byId(bonusPool),
			recipientId: byId('={{ $json.to }}'),
			currencyId: byId(service.ids.currencies.stars),
			amount: 5,
			options,
			...more,
		},
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

it('returns the transfer instead of a skipped item for a key of the same run', async () => {
	refuseOne(1);
	const { items } = await payThree(
		{},
		{ retries: 0 },
		{ repeatProtection: 'key', idempotencyKey: '=week 1 {{ $json.to }}' },
	);
	expect(paid()).toEqual(everyone());
	expect(items.map(({ json }) => json.recipientId)).toEqual(everyone());
});

it('sends again in another execution', async () => {
	await payThree();
	await payThree();
	expect(paid()).toEqual([...everyone(), ...everyone()]);
});

describe('a tool of an agent, which n8n runs as a node', () => {
	const call = async () => {
		const { bonusPool, ada } = service.ids.members;
		const parameters = {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: byId(bonusPool),
			recipientId: byId(ada),
			currencyId: byId(service.ids.currencies.stars),
			amount: 5,
			options: { retries: 0 },
		};
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
	const { bonusPool, ada, bruno } = service.ids.members;
	const { signal } = new AbortController();
	const callWith = async (recipientId: string) => {
		const parameters = {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: byId(bonusPool),
			recipientId: byId(recipientId),
			currencyId: byId(service.ids.currencies.stars),
			amount: 5,
		};
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
