import { flag } from './text';

/** Offered by every operation that takes records out of the answer, so that nothing around them is out of reach. */
export const fullResponse = flag('Full Response', {
	description:
		'Whether to return the response as the service sent it, including paging details, instead of one item per record',
});

/** Of a list that may be cut. */
export const fullListResponse = flag('Full Response', {
	description:
		'Whether to return each page as the service sent it, including paging details, instead of one item per record. Pages are not cut off at "Limit".',
});
