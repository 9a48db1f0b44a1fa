import type { Field } from './field';
import { choice } from './text';

/**
 * The order of a sorted list.
 *
 * @param usual the service's default, if known. The field starts with it.
 */
export function sortOrder(usual?: 'asc' | 'desc'): Field<string> {
	const without = usual && ` By default, the order is ${usual === 'asc' ? 'ascending' : 'descending'}.`;
	return choice('Sort Order', {
		options: [
			{ name: 'Ascending', value: 'asc' },
			{ name: 'Descending', value: 'desc' },
		],
		description: `Which end of the order comes first${without ? `.${without}` : ''}`,
		default: usual,
	});
}
