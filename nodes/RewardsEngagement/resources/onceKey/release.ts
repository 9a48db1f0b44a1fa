import { id } from '../../fields/text';
import { releaseKey } from '../../idempotency/userKey';
import { releasedKey } from './record';
import { localOperation } from '../../run/operation';
import { bare } from '../../run/response';

/** For a key that an interrupted or unanswered request left open, once somebody has looked what became of it. */
export const releaseOnceKey = localOperation({
	displayName: 'Release',
	action: 'Release a key',
	description:
		'Free a once-per-key key of this workflow, so that what it stands for can be sent again. Look in the service first whether it was applied.',
	parameters: {
		onceKey: id('Key', {
			description:
				'The key as an item shows it under "onceKey". It must be a key of a node in this same workflow.',
			placeholder: 'e.g. order-17@3f2a9c01d2e4',
		}),
	},
	realm: false,
	run: async (context, { onceKey }) => [{ json: { released: await releaseKey(context, onceKey), onceKey } }],
	response: bare(releasedKey),
});
