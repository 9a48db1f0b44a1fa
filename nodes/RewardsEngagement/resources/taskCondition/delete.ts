import { conditionId, questId, taskId } from '../task/fields';
import { operation } from '../../run/operation';
import { deleted } from '../../run/response';
import { conditionPath } from './conditionsPath';

/** API document, section 4.13 (path inferred). */
export const deleteTaskCondition = operation({
	resource: 'taskCondition',
	name: 'delete',
	displayName: 'Delete',
	action: 'Delete a task condition',
	description: 'Remove a condition from a task',
	certainty: 'inferred',
	parameters: { questId, taskId, conditionId },
	effect: 'replace',
	permission: 'quests:write',
	request: (values) => ({ method: 'DELETE', path: conditionPath(values) }),
	response: deleted('conditionId'),
});
