import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { unsentProblem } from '../../errors';
import { optional } from '../../fields/field';
import { amount } from '../../fields/number';
import { closedChoice } from '../../fields/text';
import { chosenValues } from '../chain/fields';
import { Decimal } from '../../shared/decimal';
import { currencyOrDefault } from '../currency/fields';
import { BALANCE_ADVICE } from '../member/fields';
import { activationId, ACTIVATIONS } from './fields';
import { activationPath } from './paths';
import { creditResult } from './record';

type Selection = 'all' | 'exclude' | 'specific';

/** Selects the NFTs to credit. By default the service takes *all*, so the selection is always sent. */
const selectionMode = closedChoice<Selection>('NFTs', {
	options: [
		{ name: 'Specific', value: 'specific', description: 'Only those you choose' },
		{
			name: 'All Except',
			value: 'exclude',
			description: 'Every NFT of the activation except those you choose',
		},
		{ name: 'All', value: 'all', description: 'Every NFT of the activation' },
	],
	default: 'specific',
	description: 'Which NFTs of the activation are credited',
	sample: 'exclude',
});

const ids = chosenValues('NFT Names or IDs', {
	description: 'The NFTs. An ID is most likely not the token ID',
	search: 'searchActivationNfts',
	dependsOn: ['activationId'],
});

/** An expression with an empty result is refused: it must never mean all. */
const nftIds = optional({
	...ids,
	property: { ...ids.property, displayOptions: { show: { selectionMode: ['specific', 'exclude'] } } },
	needed: { parameter: 'selectionMode', is: ['specific', 'exclude'] },
});

export const creditNfts = operation({
	displayName: 'Credit NFTs',
	action: 'Credit points to NFT of activation',
	description: 'Credit an amount to each selected NFT. Its owner can most likely claim it then.',
	source: 'extended 7.1',
	parameters: {
		activationId,
		selectionMode,
		nftIds,
		currencyId: currencyOrDefault('Currency', {
			description: 'The currency to credit. If empty, most likely uses the default currency of the realm.',
		}),
		amount: amount('Amount', {
			description:
				'The amount to credit: a number above 0 in units of the currency. Each NFT most likely gets the full amount.',
		}),
	},
	effect: 'once',
	permission: 'points:write',
	// The number of NFTs beside the named ones is unknown.
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

/** @throws {Problem} if NFTs must be named and none is */
function chosen({
	selectionMode: mode,
	nftIds: named = [],
}: {
	selectionMode: Selection;
	nftIds?: string[];
}) {
	if (mode === 'all') return [];
	if (named.length > 0) return named;
	throw unsentProblem(
		'"NFT Names or IDs" is empty',
		'Choose at least one NFT, or choose "All" under "NFTs". Nothing was sent.',
	);
}
