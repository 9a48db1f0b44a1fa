import { resource } from '../../declare/resource';
import { createSocialCredential } from './createSocial';
import { createWalletCredential } from './createWallet';
import { deleteCredential } from './delete';
import { findCredential } from './find';
import { findOrCreateCredential } from './findOrCreate';
import { linkCredential } from './link';
import { searchProviders } from './searchProviders';
import { transferCredentialBalance } from './transferBalance';
import { updateCredentialBalance } from './updateBalance';
import { updateCredentialBalances } from './updateBalances';
import { updateCredentialMetadata } from './updateMetadata';

export const memberCredential = resource({
	name: 'Member Credential',
	description: 'An email, wallet or social ID that holds a balance before its owner joins',
	default: 'find',
	operations: {
		createSocial: createSocialCredential,
		createWallet: createWalletCredential,
		delete: deleteCredential,
		find: findCredential,
		findOrCreate: findOrCreateCredential,
		link: linkCredential,
		transferBalance: transferCredentialBalance,
		updateBalance: updateCredentialBalance,
		updateBalances: updateCredentialBalances,
		updateMetadata: updateCredentialMetadata,
	},
	listSearch: { searchProviders },
});
