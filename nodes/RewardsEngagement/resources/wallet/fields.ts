import { path, type Path } from '../../api/path';
import { address, chain as chainField } from '../chain/fields';

export const walletAddress = address('Wallet Address', {
	description: 'The address of the wallet, of a member or anyone else, exactly as on the chain',
	placeholder: 'e.g. 0x52908400098527886E0F7030069857D2E4169EE7',
});

export const chain = chainField({
	description: 'The chain to search. By default, the service uses Ethereum.',
});

export function walletPath(wallet: string): Path {
	return path`/api/v1/web3-data/wallets/${wallet}`;
}
