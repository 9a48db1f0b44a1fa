import { resource } from '../../run/resource';
import { getCurrencyAnalytics } from './getAnalytics';
import { getRealmAnalytics } from './getRealmAnalytics';
import { updateCurrency } from './update';

export const currency = resource({
	name: 'Currency',
	default: 'getAnalytics',
	operations: {
		getAnalytics: getCurrencyAnalytics,
		getRealmAnalytics,
		update: updateCurrency,
	},
});
