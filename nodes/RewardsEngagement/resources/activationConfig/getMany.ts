import { configsPath } from './configsPath';
import { activationId, CONFIGS } from './fields';
import { activationConfig } from '../activation/record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';

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
