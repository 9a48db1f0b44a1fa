import { resource } from '../../declare/resource';
import { archiveCurrency } from './archive';
import { createCurrency } from './create';
import { getCurrency } from './get';
import { getCurrencyAnalytics } from './getAnalytics';
import { getManyCurrencies } from './getMany';
import { getRealmAnalytics } from './getRealmAnalytics';
import { unarchiveCurrency } from './unarchive';
import { updateCurrency } from './update';
import { updateCurrencyMetadata } from './updateMetadata';

export const currency = resource({
	name: 'Currency',
	description: 'The points, coins or XP that a realm awards',
	default: 'getMany',
	operations: {
		archive: archiveCurrency,
		create: createCurrency,
		get: getCurrency,
		getAnalytics: getCurrencyAnalytics,
		getMany: getManyCurrencies,
		getRealmAnalytics,
		unarchive: unarchiveCurrency,
		update: updateCurrency,
		updateMetadata: updateCurrencyMetadata,
	},
});
