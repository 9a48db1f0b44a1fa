import { resource } from '../../declare/resource';
import { confirmIdempotencyKey } from './confirm';
import { releaseIdempotencyKey } from './release';

export const idempotencyKey = resource({
	name: 'Idempotency Key',
	description: 'A key that prevents a request from being sent twice',
	default: 'release',
	operations: {
		confirm: confirmIdempotencyKey,
		release: releaseIdempotencyKey,
	},
});
