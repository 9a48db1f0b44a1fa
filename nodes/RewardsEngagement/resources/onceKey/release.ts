import { optional } from '../../fields/field';
import { id } from '../../fields/text';
import { releaseKey } from '../../idempotency/releaseKey';
import { releasedKey } from './record';
import { localOperation } from '../../run/operation';
import { bare } from '../../run/response';

/** For a key that an interrupted or unanswered request left open, once somebody has looked what became of it. */
export const releaseOnceKey = localOperation({
	displayName: 'Release',
	action: 'Release key',
	description:
		'Free a key of this workflow, so that what it stands for can be sent again. Look in the service first whether it was applied.',
	parameters: {
		onceKey: id('Key', {
			description:
				'The key as an item shows it under "onceKey", or the words before its @. It must be a key of a node in this same workflow.',
			placeholder: 'e.g. order-17@3f2a9c01d2e4',
		}),
		realmId: optional(
			id('Realm ID', {
				description:
					'Where only the words are given: the realm that the request was for. Leave empty for the realm of the credential.',
			}),
		),
	},
	realm: false,
	run: async ({ context, values: { onceKey, realmId }, connection }) => [
		{
			json: {
				...(await releaseKey(context, onceKey, {
					baseUrl: connection.baseUrl,
					realmId: realmId ?? connection.realmId,
				})),
			},
		},
	],
	response: bare(releasedKey),
});
