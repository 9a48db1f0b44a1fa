import { path } from '../../api/path';
import { amount } from '../../fields/amount';
import { optional, type Field } from '../../fields/field';
import { oneOf } from '../../fields/words';
import { values } from '../../fields/values';
import { InvalidParameter } from '../../errors/invalidParameter';
import { Decimal } from '../../shared/decimal';
import { currency } from '../currency/fields';
import { BALANCE_ADVICE } from '../member/fields';
import { ACTIVATIONS, activationId } from './fields';
import { activationPath } from './paths';
import { creditResult } from './record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

type Selection = 'all' | 'exclude' | 'specific';

/** Which NFTs are credited. The service takes *all* where nothing is said, so it is always said. */
const selectionMode: Field<Selection> = {
	property: {
		displayName: 'NFTs',
		type: 'options',
		options: [
			{ name: 'Specific', value: 'specific', description: 'Only those whose IDs are given' },
			{ name: 'All Except', value: 'exclude', description: 'Every NFT of the activation but those given' },
			{ name: 'All', value: 'all', description: 'Every NFT of the activation' },
		],
		default: 'specific',
		description: 'Which NFTs of the activation are credited',
	},
	schema: oneOf('specific', 'exclude', 'all'),
	whenEmpty: 'specific',
	sample: 'exclude',
};

const ids = values('NFT IDs', {
	description: 'The NFTs by the ID of their records, which is most likely not the token ID',
	placeholder: 'e.g. 64b7f1c2a9d3e45f60718290, 64b7f1c2a9d3e45f60718291',
});

/** An expression that gives none is refused: it must never come to mean all. */
const nftIds = optional({
	...ids,
	property: { ...ids.property, displayOptions: { show: { selectionMode: ['specific', 'exclude'] } } },
	needed: { parameter: 'selectionMode', is: ['specific', 'exclude'] },
});

export const creditNfts = operation({
	displayName: 'Credit NFTs',
	action: 'Credit points to NFT of activation',
	description: 'Credit an amount to each selected NFT from the realm account. Owners can then claim it.',
	source: 'extended 7.1',
	parameters: {
		activationId,
		selectionMode,
		nftIds,
		currencyId: optional(
			currency('Currency', {
				description:
					'The currency that is credited. Left empty, it is most likely the default currency of the realm.',
			}),
		),
		amount: amount('Amount', { description: 'How much each of the NFTs gets: a number above 0' }),
	},
	effect: 'once',
	permission: 'points:write',
	// How many NFTs there are beside those that are named is not known.
	spends: ({ selectionMode: mode, nftIds: named = [], currencyId, amount: each }) => ({
		amount: mode === 'specific' ? product(each, named.length) : undefined,
		currencyId,
	}),
	advice: { ...notOffered(ACTIVATIONS, 'activation or currency'), ...BALANCE_ADVICE },
	request: ({ realmId, activationId: id, ...values }) => ({
		method: 'POST',
		path: path`${activationPath({ realmId, activationId: id })}/credit`,
		body: { ...values, nftIds: chosen(values) },
	}),
	response: bare(creditResult),
});

function product(each: number, count: number): string | undefined {
	const [one, times] = [Decimal.of(each), Decimal.of(count)];
	return one && times && String(one.times(times));
}

/** @throws {InvalidParameter} where NFTs are to be named and none is */
function chosen({
	selectionMode: mode,
	nftIds: named = [],
}: {
	selectionMode: Selection;
	nftIds?: string[];
}) {
	if (mode === 'all') return [];
	if (named.length > 0) return named;
	throw new InvalidParameter(
		'"NFT IDs" is empty',
		'Name at least one NFT, or choose "All" under "NFTs" if every NFT is meant. Nothing was sent.',
	);
}
