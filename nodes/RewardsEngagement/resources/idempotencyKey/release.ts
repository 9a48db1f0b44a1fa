import { localOperation } from '../../declare/operation';
import { bare } from '../../declare/response';
import * as fields from './fields';
import { releasedKey } from './record';
import { releaseKey } from './settleByHand';

/**
 * For a key that an interrupted or unanswered request left open, after a person has seen that the request was not
 * applied.
 */
export const releaseIdempotencyKey = localOperation({
	displayName: 'Release',
	action: 'Release key',
	description: 'Free a key, so that its request is sent again. First check that it was not applied.',
	parameters: {
		idempotencyKey: fields.key,
		realmId: fields.realm,
	},
	realm: false,
	run: async ({ context, values: { idempotencyKey, realmId }, connection }) => {
		const where = { baseUrl: connection.baseUrl, realmId: realmId ?? connection.realmId };
		return [{ json: { ...(await releaseKey(context, idempotencyKey, where)) } }];
	},
	response: bare(releasedKey),
});
