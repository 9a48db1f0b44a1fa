import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { succeeded } from '../../declare/response';
import { activation, ACTIVATIONS } from './fields';
import { activationPath } from './paths';

export const unlinkActivation = operation({
	displayName: 'Unlink',
	action: 'Unlink activation from another',
	description: 'Undo the link between two activations',
	source: 'extended 7.1',
	certainty: 'partly',
	parameters: {
		sourceActivationId: activation('Source Activation', {
			description: 'The source activation of the link',
		}),
		targetActivationId: activation('Target Activation', { description: 'The linked activation' }),
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
