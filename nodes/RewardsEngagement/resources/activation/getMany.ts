import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { ACTIVATIONS } from './fields';
import { activationsPath } from './paths';
import { activation } from './record';

export const getManyActivations = operation({
	displayName: 'Get Many',
	action: 'Get many activations',
	description: 'List the NFT collections and tokens that the realm follows, with their configs',
	source: 'extended 7.1',
	parameters: {},
	effect: 'read',
	advice: notOffered(ACTIVATIONS),
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: (place) => ({ method: 'GET', path: activationsPath(place) }),
	response: listInData(activation),
});
