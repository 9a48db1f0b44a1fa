import { resource } from '../../declare/resource';
import { createActivationConfig } from './create';
import { deleteActivationConfig } from './delete';
import { getManyActivationConfigs } from './getMany';
import { searchActivationConfigs } from './searchActivationConfigs';
import { updateActivationConfig } from './update';

export const activationConfig = resource({
	name: 'Activation Config',
	description: 'A setting of an activation',
	default: 'getMany',
	operations: {
		create: createActivationConfig,
		delete: deleteActivationConfig,
		getMany: getManyActivationConfigs,
		update: updateActivationConfig,
	},
	listSearch: { searchActivationConfigs },
});
