import { localOperation } from '../../declare/operation';
import { bare } from '../../declare/response';
import * as fields from './fields';
import { confirmedKey } from './record';
import { confirmKey } from './settleByHand';

/**
 * For a key that an interrupted or unanswered request left open, after a person has seen that the request was
 * applied.
 */
export const confirmIdempotencyKey = localOperation({
	displayName: 'Confirm',
	action: 'Confirm key',
	description: 'Mark a key as done, so that its item is skipped. First check that it was applied.',
	parameters: {
		idempotencyKey: fields.key,
		realmId: fields.realm,
	},
	realm: false,
	run: async ({ context, values: { idempotencyKey, realmId }, connection }) => {
		const where = { baseUrl: connection.baseUrl, realmId: realmId ?? connection.realmId };
		return [{ json: { ...(await confirmKey(context, idempotencyKey, where)) } }];
	},
	response: bare(confirmedKey),
});
