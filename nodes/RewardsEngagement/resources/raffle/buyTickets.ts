import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { optional } from '../../fields/field';
import { number } from '../../fields/number';
import { BALANCE_ADVICE, member } from '../member/fields';
import { buyerMetadata } from '../storeItem/fields';
import { priceOf } from '../storeItem/priceOf';
import { raffleId, RAFFLES } from './fields';
import { getRaffle } from './get';
import { ticketPurchase } from './record';

export const buyTickets = operation({
	displayName: 'Buy Tickets',
	action: 'Buy tickets of raffle',
	description: 'Buy tickets of a raffle for a member, who pays for them',
	source: 'extended 8.3',
	certainty: 'partly',
	parameters: {
		raffleId,
		tickets: number('Tickets', {
			description: 'How many tickets to buy: a number from 1',
			default: 1,
			minimum: 1,
		}),
		accountId: optional(
			member('Buyer', {
				description:
					'The member who pays and gets the tickets. If empty, most likely the owner of the API key.',
			}),
		),
	},
	additionalFields: buyerMetadata,
	effect: 'once',
	annotations: ['metadata'],
	permission: 'store:write',
	spends: async ({ realmId, raffleId: id, tickets }, ask) =>
		priceOf(await ask(getRaffle.request({ realmId, raffleId: id })), 'ticketPrice', tickets),
	advice: { ...notOffered(RAFFLES, 'raffle or member'), ...BALANCE_ADVICE },
	request: ({ realmId, raffleId: id, ...body }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/raffles/${id}/tickets`,
		body,
	}),
	response: inData(ticketPurchase),
});
