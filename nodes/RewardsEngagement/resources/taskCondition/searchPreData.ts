import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { optional } from '../../fields/field';
import { conditionId, preDataBody, questId, taskId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { conditionPath } from '../task/paths';
import { conditionPreData } from '../task/record';

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
