import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/byId';
import { credentialReference, runGraph } from '../engine';
import { START, TOOL } from '../nodeTypes';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

/**
 * A call of a tool that awards points. Under an MCP Server Trigger, n8n runs each call alone and without the ID of an
 * execution. Under an agent, it has the ID of the message.
 */
const award = async (
	amount: number,
	parameters: INodeParameters,
	executionId?: string,
): Promise<IDataObject> => {
	const { of } = await runGraph({
		credential: service.credential(),
		input: [{ amount }],
		executionId,
		nodes: {
			Start: { type: START },
			Tool: {
				type: TOOL,
				credentials: credentialReference(),
				parameters: {
					resource: 'member',
					operation: 'updateBalance',
					serviceId: byId(service.ids.members.ada),
					currencyId: byId(service.ids.currencies.stars),
					amount: '={{ $json.amount }}',
					...parameters,
				},
			},
		},
		connections: { Start: [['Tool']] },
	});
	return of('Tool').items[0]!.json;
};
const byMessage = { repeatProtection: 'key', idempotencyKey: '=chat {{ $execution.id }}' };
const stars = () => service.balance(service.ids.members.ada, service.ids.currencies.stars);

it('a key from the ID of the execution is refused where there is none, and works under an agent', async () => {
	const before = stars();
	for (const amount of [5, 5, 7]) {
		expect(await award(amount, byMessage)).toMatchObject({
			error: 'Part of the key is empty for this item: {{ $execution.id }}',
			details: { outcome: 'notApplied' },
		});
	}
	expect(stars()).toBe(before);
	expect(await award(7, byMessage, '17')).toMatchObject({ amount: 7 });
	expect(await award(7, byMessage, '17')).toMatchObject({ skipped: true });
	expect(stars()).toBe(before + 7);
});

it('a key from a value of the call pays each of them once, without the ID of an execution', async () => {
	const before = stars();
	const byCall = { repeatProtection: 'key', idempotencyKey: '=order {{ $json.amount }}' };
	for (const amount of [5, 5, 7]) await award(amount, byCall);
	expect(stars()).toBe(before + 12);
});

it('the maximum total counts each call alone there', async () => {
	const before = stars();
	const limit = { options: { maximumTotal: 10 } };
	expect([await award(10, limit), await award(10, limit)]).toMatchObject([{ amount: 10 }, { amount: 10 }]);
	expect(await award(11, limit)).toMatchObject({ error: expect.stringContaining('total') as string });
	expect(stars()).toBe(before + 20);
});
