import { resource } from '../../run/resource';
import { releaseOnceKey } from './release';

export const onceKey = resource({
	name: 'Once Key',
	default: 'release',
	operations: {
		release: releaseOnceKey,
	},
});
