import { resource } from '../../declare/resource';
import { findAccount } from './find';

export const account = resource({
	name: 'Account',
	description: 'A user of the service, whether or not they joined the realm',
	default: 'find',
	operations: { find: findAccount },
});
