import type { Field } from '../../fields/field';
import { jsonList } from '../../fields/jsonObject';
import { locator } from '../../fields/locator';
import { choice } from '../../fields/text';
import { address, chain as chainOf } from '../chain/fields';

/** This group of operations is missing in some installations. */
export const ACTIVATIONS = 'activations of NFTs and tokens';

export function activation(displayName: string, { description }: { description: string }): Field<string> {
	return locator(displayName, {
		description,
		search: 'searchActivations',
		listPlaceholder: 'Select an activation…',
		example: '64b7f1c2a9d3e45f60718299',
	});
}

/** The activation that an operation works on. The list of its configs depends on this choice. */
export const activationId = activation('Activation', { description: 'The activation to work on' });

export const activationType = choice('Type', {
	options: [
		{ name: 'ERC1155', value: 'erc1155', description: 'A contract with many of each NFT' },
		{ name: 'NFT', value: 'nft', description: 'A collection in which each NFT has one owner' },
		{ name: 'Token', value: 'token', description: 'A fungible token' },
	],
	description: 'What the contract contains',
	default: 'nft',
});

export const contractAddress = address('Contract Address', {
	description: 'The contract address of the collection or token, exactly as on the chain',
	placeholder: 'e.g. 0x52908400098527886E0F7030069857D2E4169EE7',
	hint: 'Enter the address exactly as on the chain. Case is preserved.',
});

export const chain = chainOf({ description: 'The chain of the contract' });

export const configs: Field<unknown[]> = {
	...jsonList('Configs', {
		description:
			'What the activation does, as a JSON list of configs. "Activation Config: Create" adds one config at a time, with fields for the documented settings.',
		example:
			'[{ "configType": "sales", "settings": { "targetUrl": "https://n8n.example.com/webhook/sales" } }]',
	}),
	sample: [{ configType: 'generator', settings: {} }],
};
