import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { activationId, ACTIVATIONS } from './fields';
import { activationPath } from './paths';
import { activation } from './record';

export const getActivation = operation({
	displayName: 'Get',
	action: 'Get activation',
	description: 'Get one activation, with its configs',
	source: 'extended 7.1',
	certainty: 'partly',
	parameters: { activationId },
	effect: 'read',
	advice: notOffered(ACTIVATIONS, 'activation'),
	request: (place) => ({ method: 'GET', path: activationPath(place) }),
	response: inData(activation),
});
