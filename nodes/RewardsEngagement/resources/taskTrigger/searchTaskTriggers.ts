import { searchParts } from '../task/searchParts';
import { getManyTaskTriggers } from './getMany';

export const searchTaskTriggers = searchParts('triggers', getManyTaskTriggers);
