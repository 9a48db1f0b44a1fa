import {
	resolveWebhookDescriptionField,
	webhookDescriptionIsNativelyResolvable,
	Workflow,
	type INodeParameters,
	type INodeTypes,
} from 'n8n-workflow';

import { RewardsEngagementTrigger } from '../../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';
import { packageNode } from '../../fixtures/generate/nodes';
import { TRIGGER } from '../nodeTypes';

const trigger = new RewardsEngagementTrigger();
const [webhook] = trigger.description.webhooks!;
const nodeTypes: INodeTypes = {
	getByName: () => trigger,
	getByNameAndVersion: () => trigger,
	getKnownTypes: () => ({}),
};

/** n8n's value of a field of the description, by both of its ways. */
function found(field: 'responseMode' | 'responseData', parameters: INodeParameters) {
	const id = 'trigger';
	const node = { id, name: id, type: id, typeVersion: 1.1, position: [0, 0], parameters };
	const workflow = new Workflow({
		nodes: [{ ...node, position: [0, 0] }],
		connections: {},
		active: false,
		nodeTypes,
	});
	const known = workflow.getNode(id)!;
	return {
		byExpression: workflow.expression.getSimpleParameterValue(known, webhook![field], 'internal', {}),
		byFunction: resolveWebhookDescriptionField(known, webhook!, field),
	};
}

it.each([
	[{}, 'onReceived', ''],
	[{ options: {} }, 'onReceived', ''],
	[{ options: { respond: 'immediately' } }, 'onReceived', ''],
	[{ options: { respond: 'whenFinished' } }, 'lastNode', 'noData'],
])('a trigger with %j answers with the mode %s', (parameters, mode, data) => {
	expect(found('responseMode', parameters)).toEqual({
		byExpression: mode,
		byFunction: { resolved: true, value: mode },
	});
	expect(found('responseData', parameters)).toEqual({
		byExpression: data,
		byFunction: { resolved: true, value: data },
	});
});

it('nothing in the description of the webhook makes n8n evaluate an expression at every delivery', () => {
	expect(webhookDescriptionIsNativelyResolvable(webhook!)).toBe(true);
});

it('an n8n without these functions gets the expressions alone', () => {
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => ({
			...jest.requireActual<object>('n8n-workflow'),
			webhookDescriptionFields: undefined,
		}));
		const [older] = packageNode(TRIGGER).description.webhooks!;
		for (const field of ['responseMode', 'responseData'] as const) {
			expect(older![field]).toBe(webhook![field]);
			expect(older![field]).toMatch(/^=\{\{/);
		}
		expect(Object.getOwnPropertySymbols(older)).toEqual([]);
	});
});
