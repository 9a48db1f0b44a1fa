import { locator } from '../../fields/locator';
import { ownMetadata } from '../../fields/metadata';
import { number } from '../../fields/number';
import { description, image, maxPerUser, requiredMetadata } from '../storeItem/fields';
import { dateTime } from './dateTime';

export { name, type } from '../storeItem/fields';

/** This group of operations is missing in some installations. */
export const RAFFLES = 'raffles';

export const raffleId = locator('Raffle', {
	description: 'The raffle to work on',
	search: 'searchRaffles',
	listPlaceholder: 'Select a raffle…',
	example: '64b7f1c2a9d3e45f6071829d',
});

export const ticketPrice = number('Ticket Price', {
	description: 'The price per ticket in the selected currency, a number from 0. Enter 0 for free tickets.',
	minimum: 0,
});

const maxTickets = number('Max Tickets', {
	description: 'How many tickets exist in total: a number from 0',
	default: 100,
	minimum: 0,
});

const winnerCount = number('Winner Count', {
	description: 'How many members win: a number from 0',
	default: 1,
	minimum: 0,
});

const startDate = dateTime('Start Date', { description: 'When the sale of tickets starts' });

export const endDate = dateTime('End Date', { description: 'When the sale of tickets ends' });

/** The fields of a raffle that are not required. */
export const details = {
	description,
	image,
	...ownMetadata,
	maxTickets,
	maxPerUser,
	winnerCount,
	startDate,
	requiredMetadata,
};
