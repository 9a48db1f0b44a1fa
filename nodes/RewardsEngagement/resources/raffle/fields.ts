import { dateTime } from '../../fields/dateTime';
import { locator } from '../../fields/locator';
import { EMPTY, number } from '../../fields/number';

export { description, image, maxPerUser, metadata, name, requiredMetadata, type } from '../storeItem/fields';

/** The group that not every installation has. */
export const RAFFLES = 'raffles';

/** A raffle, from the list or by id. */
export const raffleId = locator('Raffle', {
	description: 'The raffle to work on',
	search: 'searchRaffles',
	listPlaceholder: 'Select a raffle…',
	example: '64b7f1c2a9d3e45f6071829d',
});

export const ticketPrice = number('Ticket Price', {
	description: 'The price of one ticket, in the currency. 0 means free.',
	default: EMPTY,
	minimum: 0,
});

export const maxTickets = number('Max Tickets', {
	description: 'How many tickets there are in all',
	default: 100,
	minimum: 0,
});

export const winnerCount = number('Winner Count', {
	description: 'How many members win',
	default: 1,
	minimum: 0,
});

export const startDate = dateTime('Start Date', { description: 'When members can first buy tickets' });

export const endDate = dateTime('End Date', { description: 'Until when members can buy tickets' });
