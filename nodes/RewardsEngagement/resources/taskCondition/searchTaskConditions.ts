import { searchParts } from '../task/searchParts';
import { getManyTaskConditions } from './getMany';

export const searchTaskConditions = searchParts('conditions', getManyTaskConditions);
