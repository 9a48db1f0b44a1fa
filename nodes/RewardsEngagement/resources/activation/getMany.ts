import { ACTIVATIONS } from './fields';
import { activationsPath } from './paths';
import { activation } from './record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';

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
