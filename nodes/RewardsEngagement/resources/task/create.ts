import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import * as fields from './fields';
import { NO_SUCH_PART } from './notOffered';
import { tasksPath } from './paths';
import { task } from './record';

/** The required fields are not documented. */
export const createTask = operation({
	displayName: 'Create',
	action: 'Create task',
	description: 'Add a task to a quest. Create its triggers and actions afterwards.',
	source: 'extended 8.4',
	certainty: 'partly',
	parameters: {
		questId: fields.questId,
		name: fields.requiredName,
	},
	additionalFields: { type: fields.type, description: fields.description, config: fields.config },
	effect: 'once',
	annotations: ['description'],
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: ({ realmId, questId, ...body }) => ({
		method: 'POST',
		path: tasksPath({ realmId, questId }),
		body,
	}),
	response: inData(task),
});
