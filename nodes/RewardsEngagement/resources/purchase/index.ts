import { resource } from '../../declare/resource';
import { finalizePurchase } from './finalize';
import { getManyPurchases } from './getMany';
import { searchPurchases } from './searchPurchases';

export const purchase = resource({
	name: 'Purchase',
	description: 'An order of a store item',
	default: 'getMany',
	operations: {
		finalize: finalizePurchase,
		getMany: getManyPurchases,
	},
	listSearch: { searchPurchases },
});
