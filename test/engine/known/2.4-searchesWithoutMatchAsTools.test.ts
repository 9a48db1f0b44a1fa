import type { INodeParameters } from 'n8n-workflow';

import { runTool } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const call = async (parameters: INodeParameters) =>
	await runTool({ credential: service.credential(), parameters });

it.each([
	['a search', { resource: 'member', operation: 'search', type: 'username', values: 'nadia' }],
	['an empty list', { resource: 'webhook', operation: 'getMany', returnAll: true }],
])('known defect 2.4: %s gives a model nothing to read', async (_what, parameters) => {
	const { items, error } = await call(parameters);
	// Right: one item such as { found: 0 }. An agent makes an empty text of no items, and a model then invents an ID.
	expect(items).toEqual([]);
	expect(error).toBeUndefined();
	expect(service.requests).toMatchObject([{ status: 200 }]);
});
