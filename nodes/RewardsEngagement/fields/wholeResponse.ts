import { flag } from './text';

/** Offered by every operation that takes records out of the answer, so that nothing around them is out of reach. */
export const wholeResponse = flag('Whole Response', {
	description:
		'Whether to give the answer as the service sent it, with the paging and whatever else stands around the records, instead of one item for each record',
});

/** The same where it is a list that may be cut. */
export const wholeListResponse = flag('Whole Response', {
	description:
		'Whether to give each page as the service sent it, with the paging and whatever else stands around the records, instead of one item for each record. Pages are asked for until they hold as many records as "Limit" says; none is cut.',
});
