import { ACTIVATIONS, activationId } from './fields';
import { activationPath } from './paths';
import { activation } from './record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';

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
