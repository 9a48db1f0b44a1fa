import { dateTime } from './dateTime';
import { locator } from '../../fields/locator';
import { number } from '../../fields/number';

export { description, image, maxPerUser, metadata, name, requiredMetadata, type } from '../storeItem/fields';

/** This group of operations is missing in some installations. */
export const RAFFLES = 'raffles';

/** A raffle, from the list or by ID. */
export const raffleId = locator('Raffle', {
	description: 'The raffle to work on',
	search: 'searchRaffles',
	listPlaceholder: 'Select a raffle…',
	example: '64b7f1c2a9d3e45f6071829d',
});

export const ticketPrice = number('Ticket Price', {
	description: 'The price of one ticket: a number from 0 in units of the currency. 0 means free.',
	minimum: 0,
});

export const maxTickets = number('Max Tickets', {
	description: 'How many tickets exist in total: a number from 0',
	default: 100,
	minimum: 0,
});

export const winnerCount = number('Winner Count', {
	description: 'How many members win: a number from 0',
	default: 1,
	minimum: 0,
});

export const startDate = dateTime('Start Date', { description: 'When the sale of tickets starts' });

export const endDate = dateTime('End Date', { description: 'When the sale of tickets ends' });
