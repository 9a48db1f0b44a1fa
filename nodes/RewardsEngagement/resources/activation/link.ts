import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { succeeded } from '../../declare/response';
import { activation, ACTIVATIONS } from './fields';
import { activationPath } from './paths';

export const linkActivation = operation({
	displayName: 'Link',
	action: 'Link activation to another',
	description: 'Link an activation, the source, to another one, the target',
	source: 'extended 7.1',
	certainty: 'partly',
	parameters: {
		sourceActivationId: activation('Source Activation', {
			description: 'The source activation of the link',
		}),
		targetActivationId: activation('Target Activation', { description: 'The activation to link it to' }),
	},
	effect: 'replace',
	advice: notOffered(ACTIVATIONS, 'activation'),
	request: ({ realmId, sourceActivationId: activationId, targetActivationId }) => ({
		method: 'POST',
		path: path`${activationPath({ realmId, activationId })}/link`,
		body: { targetActivationId },
	}),
	response: succeeded(['sourceActivationId', 'targetActivationId']),
});
