import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { succeeded, toJsonItems } from '../../declare/response';
import { choice, flag } from '../../fields/text';
import { isRecord } from '../../shared/json';
import { activation } from '../activation/fields';
import { MEMBER_WEB3, nftIds, serviceId } from './fields';
import { getWeb3Balances } from './getBalances';
import { memberWeb3Path } from './paths';
import { readBalances } from './record';

const NOTE =
	'The balances were read just before and just after the claim. Other changes in between can affect the difference.';

const NOTE_WITHOUT_AFTER =
	'The claim was made. The balances could not be read after it: read them with "Get Balances".';

/** The response does not have the amount, so limits do not count it. */
export const claim = operation({
	displayName: 'Claim',
	action: 'Claim points of member',
	description: 'Move the earnings of NFTs and tokens to the member. "Read Balances" shows the amount.',
	source: 'extended 7.3',
	parameters: {
		serviceId,
		claimType: choice('Claim', {
			options: [
				{ name: 'All', value: 'all' },
				{ name: 'ERC1155', value: 'erc1155' },
				{ name: 'NFTs', value: 'nft' },
				{ name: 'Tokens', value: 'tokens' },
			],
			description: 'Which earnings to claim',
			default: 'all',
		}),
	},
	additionalFields: {
		activationId: {
			...activation('Activation', { description: 'Claim of this activation only' }),
			narrows: true,
		},
		nftIds: { ...nftIds, narrows: true },
		readBalances: flag('Read Balances', {
			description:
				'Whether to return the claimable balances before and after the claim. Uses two more requests.',
		}),
	},
	effect: 'once',
	permission: 'points:write',
	advice: notOffered(MEMBER_WEB3, 'member or activation'),
	request: ({ realmId, serviceId: id, claimType, activationId, nftIds: ids }) => ({
		method: 'POST',
		path: path`${memberWeb3Path({ realmId, serviceId: id })}/claim`,
		body: { claimType, activationId, nftIds: ids },
	}),
	preview: async ({ client, values }): Promise<IDataObject> =>
		values.readBalances ? { balancesNow: await balancesOf(client, values) } : {},
	perform: async ({ client, values, request }) => {
		const before = values.readBalances ? await balancesOf(client, values) : undefined;
		const { body } = await client.send(request);
		const [json] = toJsonItems(claim.response, body, values);
		if (before === undefined) return [{ json: { ...json } }];
		// The claim is done, even if this read fails.
		const after = await balancesOf(client, values).catch(() => null);
		const balancesNote = after === null ? NOTE_WITHOUT_AFTER : NOTE;
		return [{ json: { ...json, balancesBefore: before, balancesAfter: after, balancesNote } }];
	},
	response: succeeded(['serviceId', 'claimType', 'activationId', 'nftIds'], { beside: readBalances }),
});

/** The amounts that the member could claim now, according to the service. */
async function balancesOf(
	client: Client,
	place: { realmId: string; serviceId: string },
): Promise<IDataObject> {
	const { body } = await client.send(getWeb3Balances.request({ ...place }));
	return (isRecord(body) && isRecord(body.data) ? body.data : { value: body }) as IDataObject;
}
