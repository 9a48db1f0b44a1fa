import type { INodeParameters } from 'n8n-workflow';

import type { Operation } from '../../../nodes/RewardsEngagement/run/operation';
import { optionsOf } from '../../../nodes/RewardsEngagement/run/readParameters';

/** Every item sends its own request, one after the other, so that each can be held against what its item asked for. */
export function oneByOne(operation: Operation): INodeParameters {
	const options: INodeParameters = { concurrency: 1, askOnce: false, mergeSearches: false };
	const offered = Object.keys(optionsOf(operation));
	return Object.fromEntries(Object.entries(options).filter(([name]) => offered.includes(name)));
}
