import { unsentProblem } from '../../errors';
import { optional } from '../../fields/field';
import { closedChoice } from '../../fields/text';
import { chosenValues } from '../chain/fields';
import { member } from '../member/fields';

/** This group of operations is missing in some installations. */
export const MEMBER_WEB3 = 'NFTs and tokens of members';

export const serviceId = member('Member', { description: 'The member who owns the NFTs and tokens' });

export const nftIds = chosenValues('NFT Names or IDs', {
	description: 'The NFTs. An ID is most likely not the token ID',
	search: 'searchMemberNfts',
	dependsOn: ['serviceId'],
});

type Activations = 'all' | 'specific';

/** By default the service takes all, so here *all* is a separate choice. */
const activations = closedChoice<Activations>('Activations', {
	options: [
		{ name: 'Specific', value: 'specific', description: 'Only those you choose' },
		{ name: 'All', value: 'all', description: 'All activations of the realm that generate points' },
	],
	default: 'specific',
	description: 'The activations to include',
	sample: 'specific',
});

const ids = chosenValues('Activation Names or IDs', {
	description: 'The activations, whose configs generate points',
	search: 'searchActivations',
});

/** The activations that a member's NFTs are linked to, or unlinked from. */
export const linking = {
	activations,
	// An expression with an empty result is refused: it must never mean all.
	activationIds: optional({
		...ids,
		property: { ...ids.property, displayOptions: { show: { activations: ['specific'] } } },
		needed: { parameter: 'activations', is: ['specific'] },
	}),
};

/**
 * The body with the activations, or no body for all.
 *
 * @throws {Problem} if activations must be named and none is
 */
export function linkingBody({
	activations: which,
	activationIds = [],
}: {
	activations: Activations;
	activationIds?: string[];
}): { activationIds: string[] } | undefined {
	if (which === 'all') return undefined;
	if (activationIds.length > 0) return { activationIds };
	throw unsentProblem(
		'"Activation Names or IDs" is empty',
		'Choose at least one activation, or choose "All" under "Activations". Nothing was sent.',
	);
}
