import { flag } from './text';

/** For every operation that takes records out of the response, so that the user can also get the rest of it. */
export const fullResponse = flag('Full Response', {
	description:
		'Whether to return the response as the service sent it, including paging details, instead of one item per record',
});

/** For a list that may be cut off. */
export const fullListResponse = flag('Full Response', {
	description:
		'Whether to return each page as the service sent it, including paging details, instead of one item per record. Pages are not cut off at "Limit".',
});
