import { path } from '../../api/path';
import { optional } from '../../fields/field';
import { conditionId, preDataBody, questId, taskId } from '../task/fields';
import { conditionPreData } from '../task/record';
import { NO_SUCH_PART } from '../task/notOffered';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';
import { conditionPath } from './conditionsPath';

/** The API document does not show the body. */
export const searchConditionPreData = operation({
	displayName: 'Search Pre-Data',
	action: 'Search pre data of task condition',
	description: 'Find the values stored for a condition',
	source: '4.13',
	certainty: 'partly',
	parameters: { questId, taskId, conditionId, body: optional(preDataBody) },
	effect: 'read',
	permission: 'quests:read',
	advice: { '404': NO_SUCH_PART },
	request: ({ body, ...ids }) => ({
		method: 'POST',
		path: path`${conditionPath(ids)}/pre-data/search`,
		body,
	}),
	response: listInData(conditionPreData),
});
