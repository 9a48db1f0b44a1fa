import { optional } from '../../fields/field';
import { closedChoice } from '../../fields/text';
import { chosenValues } from '../../fields/chosenValues';
import { InvalidParameter } from '../../errors/invalidParameter';
import { member } from '../member/fields';

/** The group that not every installation has. */
export const MEMBER_WEB3 = 'NFTs and tokens of members';

export const serviceId = member('Member', { description: 'The member whose NFTs and tokens are meant' });

export const nftIds = chosenValues('NFT Names or IDs', {
	description: 'The NFTs. An ID is most likely not the token ID',
	search: 'searchMemberNfts',
	dependsOn: ['serviceId'],
});

type Activations = 'all' | 'specific';

/** The service takes all where none is named, so that is a choice of its own here. */
const activations = closedChoice<Activations>('Activations', {
	options: [
		{ name: 'Specific', value: 'specific', description: 'Only those you choose' },
		{ name: 'All', value: 'all', description: 'All activations of the realm that generate points' },
	],
	default: 'specific',
	description: 'Which activations are meant',
	sample: 'specific',
});

const ids = chosenValues('Activation Names or IDs', {
	description: 'The activations, whose configs generate points',
	search: 'searchActivations',
});

/** Which activations a member's NFTs are linked to, or are not any more. */
export const linking = {
	activations,
	// An expression that gives none is refused: it must never come to mean all.
	activationIds: optional({
		...ids,
		property: { ...ids.property, displayOptions: { show: { activations: ['specific'] } } },
		needed: { parameter: 'activations', is: ['specific'] },
	}),
};

/**
 * The body that names them; none for all.
 *
 * @throws {InvalidParameter} where some are to be named and none is
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
	throw new InvalidParameter(
		'"Activation Names or IDs" is empty',
		'Name at least one activation, or choose "All" under "Activations" if all are meant. Nothing was sent.',
	);
}
