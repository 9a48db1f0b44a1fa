import { notOffered, operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import * as fields from './fields';
import { activationsPath } from './paths';
import { activation } from './record';

export const createActivation = operation({
	displayName: 'Create',
	action: 'Create activation',
	description: 'Add an NFT collection or token contract. Check with "Get Many" that it is not there yet.',
	source: 'extended 7.1',
	parameters: {
		activationType: fields.activationType,
		chain: fields.chain,
		contractAddress: fields.contractAddress,
	},
	additionalFields: { configs: fields.configs },
	effect: 'once',
	advice: notOffered(fields.ACTIVATIONS),
	request: ({ realmId, ...body }) => ({ method: 'POST', path: activationsPath({ realmId }), body }),
	response: bare(activation),
});
