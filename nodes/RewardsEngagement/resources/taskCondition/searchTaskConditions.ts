import { recordSearch } from '../../declare/listSearch';
import { partName } from '../task/partName';
import { getManyTaskConditions } from './getMany';

export const searchTaskConditions = recordSearch({
	what: 'conditions',
	operation: getManyTaskConditions,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
