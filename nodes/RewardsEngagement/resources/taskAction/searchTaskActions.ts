import { recordSearch } from '../../declare/listSearch';
import { partName } from '../task/partName';
import { getManyTaskActions } from './getMany';

export const searchTaskActions = recordSearch({
	what: 'actions',
	operation: getManyTaskActions,
	follows: ['questId', 'taskId'],
	nameOf: partName,
});
