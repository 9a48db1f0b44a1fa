import { path } from '../../api/path';
import { ACTIVATIONS, activation } from './fields';
import { activationPath } from './paths';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { succeeded } from '../../run/response';

export const unlinkActivation = operation({
	displayName: 'Unlink',
	action: 'Unlink activation from another',
	description: 'Undo the link of an activation, the source, to another one, the target',
	source: 'extended 7.1',
	certainty: 'partly',
	parameters: {
		sourceActivationId: activation('Source Activation', {
			description: 'The activation where the link starts',
		}),
		targetActivationId: activation('Target Activation', { description: 'The activation it is linked to' }),
	},
	effect: 'replace',
	advice: notOffered(ACTIVATIONS, 'activation'),
	request: ({ realmId, sourceActivationId: activationId, targetActivationId }) => ({
		method: 'POST',
		path: path`${activationPath({ realmId, activationId })}/unlink`,
		body: { targetActivationId },
	}),
	response: succeeded(['sourceActivationId', 'targetActivationId']),
});
