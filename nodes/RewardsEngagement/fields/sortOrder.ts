import { choice } from './text';

/** Which end of a sorted list comes first. */
export const sortOrder = choice('Sort Order', {
	options: [
		{ name: 'Ascending', value: 'asc' },
		{ name: 'Descending', value: 'desc' },
	],
	description: 'Which end of the order comes first',
});
