import type { Field } from './field';
import { choice } from './text';

/**
 * Which end of a sorted list comes first.
 *
 * @param usual what the service does without it, where that is known; it is what the field begins with
 */
export function sortOrder(usual?: 'asc' | 'desc'): Field<string> {
	const without = usual && ` Without it the order is ${usual === 'asc' ? 'ascending' : 'descending'}.`;
	return choice('Sort Order', {
		options: [
			{ name: 'Ascending', value: 'asc' },
			{ name: 'Descending', value: 'desc' },
		],
		description: `Which end of the order comes first${without ? `.${without}` : ''}`,
		default: usual,
	});
}
