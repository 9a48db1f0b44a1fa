import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { conditionId, questId, taskId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { conditionPath } from '../task/paths';
import { taskCondition } from '../task/record';

export const getTaskCondition = operation({
	displayName: 'Get',
	action: 'Get task condition',
	description: 'Get one condition of a task',
	source: '4.13',
	certainty: 'inferred',
	parameters: { questId, taskId, conditionId },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	request: (values) => ({ method: 'GET', path: conditionPath(values) }),
	response: inData(taskCondition),
});
