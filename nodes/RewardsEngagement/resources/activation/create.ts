import { addressOn } from '../../fields/address';
import * as fields from './fields';
import { activationsPath } from './paths';
import { activation } from './record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

export const createActivation = operation({
	displayName: 'Create',
	action: 'Create activation',
	description:
		'Let the realm follow the contract of a collection or token, so that its NFTs can be credited. What a second activation of one contract does is not documented: look with "Get Many" first.',
	source: 'extended 7.1',
	parameters: {
		activationType: fields.activationType,
		chain: fields.chain,
		contractAddress: fields.contractAddress,
	},
	additionalFields: { configs: fields.configs },
	effect: 'once',
	advice: notOffered(fields.ACTIVATIONS),
	request: ({ realmId, chain, contractAddress, ...body }) => ({
		method: 'POST',
		path: activationsPath({ realmId }),
		body: { ...body, chain, contractAddress: addressOn(chain, contractAddress, 'Contract Address') },
	}),
	response: bare(activation),
});
