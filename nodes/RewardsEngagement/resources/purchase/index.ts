import { resource } from '../../run/resource';
import { finalizePurchase } from './finalize';

export const purchase = resource({
	name: 'Purchase',
	default: 'finalize',
	operations: {
		finalize: finalizePurchase,
	},
});
