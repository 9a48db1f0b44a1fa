import { resource } from '../../run/resource';
import { findAccount } from './find';

export const account = resource({
	name: 'Account',
	default: 'find',
	operations: { find: findAccount },
});
