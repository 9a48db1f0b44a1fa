import { resource } from '../../declare/resource';
import { createActivation } from './create';
import { creditNfts } from './creditNfts';
import { deleteActivation } from './delete';
import { getActivation } from './get';
import { getManyActivations } from './getMany';
import { linkActivation } from './link';
import { searchActivations } from './searchActivations';
import { syncActivation } from './sync';
import { unlinkActivation } from './unlink';

export const activation = resource({
	name: 'Activation',
	description: 'An NFT collection or token contract that the realm follows',
	default: 'getMany',
	operations: {
		create: createActivation,
		creditNfts,
		delete: deleteActivation,
		get: getActivation,
		getMany: getManyActivations,
		link: linkActivation,
		sync: syncActivation,
		unlink: unlinkActivation,
	},
	listSearch: { searchActivations },
});
