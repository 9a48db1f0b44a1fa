import fs from 'node:fs';
import path from 'node:path';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { root } from '../../../scripts/lib/project';
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

it('known defect 2.2: the documented key of a message pays once for ever where there is no execution', async () => {
	const before = stars();
	expect(await award(5, byMessage)).toMatchObject({ amount: 5 });
	const equal = await award(5, byMessage);
	const other = await award(7, byMessage);
	// Right: every call fails with "Part of the key is empty for this item: {{ $execution.id }}", and nothing is sent.
	expect(equal).toMatchObject({ skipped: true, idempotencyKey: expect.stringMatching(/^chat __UNKNOWN__@/) });
	expect(other).toMatchObject({ error: 'Not sent: this key was used for another request' });
	expect(stars()).toBe(before + 5);
	// Under an agent, every message has an ID.
	expect(await award(7, byMessage, '17')).toMatchObject({ amount: 7 });
});

it('known defect 2.2: the maximum total limits a single call there, and no page says so', async () => {
	const before = stars();
	const calls = [
		await award(10, { options: { maximumTotal: 10 } }),
		await award(10, { options: { maximumTotal: 10 } }),
	];
	const pages = ['ai-tools.md', 'money.md'].map((page) =>
		fs.readFileSync(path.join(root, 'docs', page), 'utf8'),
	);
	// Right: both pages say that under an MCP Server Trigger each call is a separate execution, with a new total.
	expect(calls).toMatchObject([{ amount: 10 }, { amount: 10 }]);
	expect(stars()).toBe(before + 20);
	expect(pages.join()).not.toContain('MCP');
	expect(pages[1]).toContain(
		'All calls in\none execution count together. One message to the agent is one execution.',
	);
});
