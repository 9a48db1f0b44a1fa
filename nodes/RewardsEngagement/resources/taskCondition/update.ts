import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import * as fields from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { conditionPath } from '../task/paths';
import { taskCondition } from '../task/record';

export const updateTaskCondition = operation({
	displayName: 'Update',
	action: 'Update task condition',
	description: 'Change type or settings of a condition. Only the fields you add are changed.',
	source: '4.13',
	certainty: 'inferred',
	parameters: { questId: fields.questId, taskId: fields.taskId, conditionId: fields.conditionId },
	updateFields: { type: fields.type, config: fields.config },
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: ({ type, config, ...ids }) => ({
		method: 'PATCH',
		path: conditionPath(ids),
		body: { type, config },
	}),
	response: inData(taskCondition),
});
