import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { ownMetadata } from '../../fields/metadata';
import { text } from '../../fields/text';
import { address, chain } from '../chain/fields';
import { accountId } from './accountId';
import { EXISTS_ALREADY } from './fields';
import { walletCredential } from './record';

export const createWalletCredential = operation({
	displayName: 'Create Wallet',
	action: 'Create wallet member credential',
	description: 'Create a credential for a wallet, so that it can hold points before its owner joins',
	source: 'extended 5.2',
	parameters: {
		address: address('Address', {
			description: 'The address of the wallet, exactly as on the chain',
			placeholder: 'e.g. 0x52908400098527886E0F7030069857D2E4169EE7',
		}),
		chain: chain({ description: 'The chain of the wallet' }),
	},
	additionalFields: {
		walletProvider: text('Wallet Provider', { description: 'The maker of the wallet' }),
		walletName: text('Wallet Name', { description: 'The name of the wallet' }),
		accountId,
		...ownMetadata,
	},
	effect: 'once',
	refusesRepeats: true,
	annotations: ['metadata'],
	permission: 'members:write',
	advice: { '409': EXISTS_ALREADY },
	request: ({ realmId, ...body }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/credentials/wallet`,
		body,
	}),
	response: bare(walletCredential),
});
