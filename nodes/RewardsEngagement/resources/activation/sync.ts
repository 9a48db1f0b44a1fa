import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { activationId, ACTIVATIONS } from './fields';
import { activationPath } from './paths';
import { syncResult } from './record';

export const syncActivation = operation({
	displayName: 'Sync',
	action: 'Sync activation',
	description: 'Read all NFTs and owners from the chain again. A large collection may take minutes.',
	source: 'extended 7.1',
	parameters: { activationId },
	effect: 'replace',
	advice: notOffered(ACTIVATIONS, 'activation'),
	usualTimeoutSeconds: 600,
	request: (place) => ({ method: 'POST', path: path`${activationPath(place)}/sync` }),
	response: bare(syncResult),
});
