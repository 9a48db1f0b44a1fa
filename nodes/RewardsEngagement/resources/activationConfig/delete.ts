import { notOffered, operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import { configPath } from './configsPath';
import { activationId, configId, CONFIGS } from './fields';

export const deleteActivationConfig = operation({
	displayName: 'Delete',
	action: 'Delete activation config',
	description: 'Remove a config. Most likely the service stops calling its address.',
	source: 'extended 7.2',
	parameters: { activationId, configId },
	effect: 'replace',
	advice: notOffered(CONFIGS, 'activation or config'),
	request: (place) => ({ method: 'DELETE', path: configPath(place) }),
	response: deleted(['activationId', 'configId']),
});
