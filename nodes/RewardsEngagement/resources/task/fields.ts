import { id, idSchema, text } from '../../fields/text';
import { jsonObject } from '../../fields/jsonObject';

export const questId = id('Quest ID', {
	description: 'The quest that the task belongs to. You find the ID in the dashboard address of the quest.',
	placeholder: 'e.g. 64b7f1c2a9d3e45f60718296',
});

export const taskId = id('Task ID', {
	description: 'The task of the quest',
	placeholder: 'e.g. 64b7f1c2a9d3e45f60718297',
});

export const conditionId = id('Condition ID', {
	description: 'The condition of the task',
	placeholder: 'e.g. 64b7f1c2a9d3e45f60718298',
});

export const actionId = id('Action ID', {
	description: 'The action of the task',
	placeholder: 'e.g. 64b7f1c2a9d3e45f60718299',
});

/** The kind of an action or condition. The service does not document its words. */
export const partType = text('Type', {
	description: 'The kind, in a word of the service. Copy it from an existing one.',
	placeholder: 'Copy it from an existing one',
});

/** The same, where the service needs one. */
export const requiredPartType = { ...partType, schema: idSchema };

export const config = jsonObject('Config', {
	description: 'The settings of this kind as a JSON object. What they are depends on the type.',
	example: '{ "currencyId": "64b7f1c2a9d3e45f60718294", "amount": 50 }',
});

export const preDataBody = jsonObject('Body', {
	description:
		'The request body as a JSON object. The API document does not show its fields: copy them from what the dashboard sends, or leave it empty.',
	example: '{ "data": { "code": "SPRING" }, "usageLimit": 1 }',
});
