import { optional } from '../../fields/field';
import { oneOf } from '../../fields/words';
import type { Field } from '../../fields/field';
import { values } from '../../fields/values';
import { InvalidParameter } from '../../errors/invalidParameter';
import { member } from '../member/fields';

/** The group that not every installation has. */
export const MEMBER_WEB3 = 'NFTs and tokens of members';

export const serviceId = member('Member', { description: 'The member whose NFTs and tokens are meant' });

export const nftIds = values('NFT IDs', {
	description: 'The NFTs by the ID of their records, which is most likely not the token ID',
	placeholder: 'e.g. 64b7f1c2a9d3e45f60718290, 64b7f1c2a9d3e45f60718291',
});

type Activations = 'all' | 'specific';

/** The service takes all where none is named, so that is a choice of its own here. */
const activations: Field<Activations> = {
	property: {
		displayName: 'Activations',
		type: 'options',
		options: [
			{ name: 'Specific', value: 'specific', description: 'Only those whose IDs are given' },
			{ name: 'All', value: 'all', description: 'All activations of the realm that generate points' },
		],
		default: 'specific',
		description: 'Which activations are meant',
	},
	schema: oneOf('specific', 'all'),
	whenEmpty: 'specific',
	sample: 'specific',
};

const ids = values('Activation IDs', {
	description: 'The activations, whose configs generate points',
	placeholder: 'e.g. 64b7f1c2a9d3e45f60718299, 64b7f1c2a9d3e45f6071829a',
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
		'"Activation IDs" is empty',
		'Name at least one activation, or choose "All" under "Activations" if all are meant. Nothing was sent.',
	);
}
