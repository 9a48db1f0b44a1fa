import { choice } from '../../fields/text';

/** The span that activity and growth figures cover. */
export const period = choice('Period', {
	options: [
		{ name: 'Last 7 Days', value: '7d' },
		{ name: 'Last 30 Days', value: '30d' },
		{ name: 'Last 90 Days', value: '90d' },
		{ name: 'Last Year', value: '1y' },
	],
	description:
		'The time up to now that activity and growth figures cover. Totals always count everything. Without it the service takes 30 days.',
	default: '30d',
});
