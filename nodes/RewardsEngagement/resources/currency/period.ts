import { choice } from '../../fields/text';

/** @param without the service's default, as a sentence */
function periodField(without: string) {
	return choice('Period', {
		options: [
			{ name: 'Last 7 Days', value: '7d' },
			{ name: 'Last 30 Days', value: '30d' },
			{ name: 'Last 90 Days', value: '90d' },
			{ name: 'Last Year', value: '1y' },
		],
		description: `The period up to now that the figures cover. By default, ${without}.`,
		default: '30d',
	});
}

export const period = periodField('the service takes 30 days');

/** The period of a realm's figures. Its default is not documented. */
export const realmPeriod = periodField('the service most likely takes 30 days');
