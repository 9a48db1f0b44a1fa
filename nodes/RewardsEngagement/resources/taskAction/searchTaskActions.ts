import { searchParts } from '../task/searchParts';
import { getManyTaskActions } from './getMany';

export const searchTaskActions = searchParts('actions', getManyTaskActions);
