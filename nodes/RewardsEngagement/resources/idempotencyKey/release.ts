import { optional } from '../../fields/field';
import { id } from '../../fields/text';
import { releaseKey } from '../../idempotency/releaseKey';
import { releasedKey } from './record';
import { localOperation } from '../../run/operation';
import { bare } from '../../run/response';

/** For a key that an interrupted or unanswered request left open, once somebody has looked what became of it. */
export const releaseIdempotencyKey = localOperation({
	displayName: 'Release',
	action: 'Release key',
	description:
		'Release an idempotency key of this workflow, so that its request can be sent again. First check in the service that it was not applied.',
	parameters: {
		idempotencyKey: id('Idempotency Key', {
			description:
				'The key as shown in "idempotencyKey", or the part before the @. Only keys used in this workflow can be released.',
			placeholder: 'e.g. order-17@3f2a9c01d2e4',
		}),
		realmId: optional(
			id('Realm ID', {
				description:
					'The realm of the request, if you entered only the part before the @. If empty, uses the realm of the credential.',
			}),
		),
	},
	realm: false,
	run: async ({ context, values: { idempotencyKey, realmId }, connection }) => [
		{
			json: {
				...(await releaseKey(context, idempotencyKey, {
					baseUrl: connection.baseUrl,
					realmId: realmId ?? connection.realmId,
				})),
			},
		},
	],
	response: bare(releasedKey),
});
