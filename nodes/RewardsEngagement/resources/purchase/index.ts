import { resource } from '../../run/resource';
import { finalizePurchase } from './finalize';
import { getManyPurchases } from './getMany';
import { searchPurchases } from './searchPurchases';

export const purchase = resource({
	name: 'Purchase',
	default: 'finalize',
	operations: {
		finalize: finalizePurchase,
		getMany: getManyPurchases,
	},
	listSearch: { searchPurchases },
});
