import { path, type Path } from '../../api/path';
import { address, addressOn } from '../../fields/address';
import { chain as chainField } from '../../fields/chain';

const WALLET_ADDRESS = 'Wallet Address';

/** A wallet, on whichever chain. */
export const walletAddress = address(WALLET_ADDRESS, {
	description: 'The wallet, whether it belongs to a member or to nobody in the realm',
	placeholder: 'e.g. 0x52908400098527886E0F7030069857D2E4169EE7',
});

export const chain = chainField({
	description: 'The chain to look on. Without it the service looks on Ethereum.',
});

/**
 * Where the data of a wallet is, whichever realm asks.
 *
 * @throws {InvalidParameter} when no wallet of the chain looks like this
 */
export function walletPath(wallet: string, onChain: string | undefined): Path {
	return path`/api/v1/web3-data/wallets/${addressOn(onChain, wallet, WALLET_ADDRESS)}`;
}
