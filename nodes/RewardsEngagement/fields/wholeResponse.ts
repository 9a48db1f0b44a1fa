import { flag } from './text';

/** Offered by every operation that takes records out of the answer, so that nothing around them is out of reach. */
export const wholeResponse = flag('Whole Response', {
	description:
		'Whether to give the answer as the service sent it, with the paging and whatever else stands around the records, instead of one item for each record',
});
