import { recordSearch } from '../../declare/listSearch';
import { partName } from '../task/partName';
import { getManyTaskTriggers } from './getMany';

export const searchTaskTriggers = recordSearch({
	what: 'triggers',
	operation: getManyTaskTriggers,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
