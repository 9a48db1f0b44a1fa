import { operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import { conditionId, questId, taskId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { conditionPath } from '../task/paths';
import { taskCondition } from '../task/record';

export const deleteTaskCondition = operation({
	displayName: 'Delete',
	action: 'Delete task condition',
	description: 'Remove a condition from a task',
	source: '4.13',
	certainty: 'inferred',
	parameters: { questId, taskId, conditionId },
	effect: 'replace',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'DELETE', path: conditionPath(values) }),
	response: deleted(['questId', 'taskId', 'conditionId'], { record: taskCondition }),
});
