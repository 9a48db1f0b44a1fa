import { notOffered, operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import { activationId, ACTIVATIONS } from './fields';
import { activationPath } from './paths';

export const deleteActivation = operation({
	displayName: 'Delete',
	action: 'Delete activation',
	description: 'Remove an activation with its configs. Let members claim its points first.',
	source: 'extended 7.1',
	parameters: { activationId },
	effect: 'replace',
	advice: notOffered(ACTIVATIONS, 'activation'),
	request: (place) => ({ method: 'DELETE', path: activationPath(place) }),
	response: deleted(['activationId']),
});
