import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { activationConfig } from '../activation/record';
import { configsPath } from './configsPath';
import { activationId, CONFIGS } from './fields';

export const getManyActivationConfigs = operation({
	displayName: 'Get Many',
	action: 'Get many activation configs',
	description: 'List what an activation does: what its NFTs earn, and which addresses the service calls',
	source: 'extended 7.2',
	parameters: { activationId },
	effect: 'read',
	advice: notOffered(CONFIGS, 'activation'),
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: (place) => ({ method: 'GET', path: configsPath(place) }),
	response: listInData(activationConfig),
});
