import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { optional } from '../../fields/field';
import { conditionId, preDataBody, questId, taskId } from '../task/fields';
import { NO_SUCH_PART } from '../task/notOffered';
import { conditionPath } from '../task/paths';
import { preDataResult } from '../task/record';

/** The API document does not show the body. */
export const createConditionPreData = operation({
	displayName: 'Create Pre-Data',
	action: 'Create pre data for task condition',
	description: 'Store a value that a condition checks against, such as a limited code',
	source: '4.13',
	certainty: 'partly',
	parameters: { questId, taskId, conditionId, body: optional(preDataBody) },
	effect: 'once',
	permission: 'quests:write',
	advice: { '404': NO_SUCH_PART },
	request: ({ body, ...ids }) => ({
		method: 'POST',
		path: path`${conditionPath(ids)}/pre-data`,
		body,
	}),
	response: bare(preDataResult),
});
