import { resource } from '../../declare/resource';
import { createWebhook } from './create';
import { deleteWebhook } from './delete';
import { getManyWebhooks } from './getMany';
import { searchWebhooks } from './searchWebhooks';
import { updateWebhook } from './update';

export const webhook = resource({
	name: 'Webhook',
	description: 'A URL that the service calls when events happen',
	default: 'getMany',
	operations: {
		create: createWebhook,
		delete: deleteWebhook,
		getMany: getManyWebhooks,
		update: updateWebhook,
	},
	sensitive: ['secret'],
	listSearch: { searchWebhooks },
});
