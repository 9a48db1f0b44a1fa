import { z } from 'zod';

import { dateTime, freeObject, record } from '../../shared/record';
import { item, realmPoint } from '../storeItem/record';

/** `id` is the membership. `accountId` is the member value for all operations. */
const participant = record({
	id: z.string(),
	accountId: z.string(),
	account: record({ username: z.string().nullable() }),
});

const winner = record({ position: z.number(), metadata: freeObject.nullable(), member: participant });

/** The fields of a raffle that users and language models get. */
const FOR_ALL = ['id', 'item', 'status', 'ticketPrice', 'currencyId', 'maxTickets'] as const;

export const raffle = record(
	{
		id: z.string(),
		item,
		requiredMetadata: z.array(z.string()),
		realmPoint,
		currencyId: z.string(),
		ticketPrice: z.number(),
		maxTickets: z.number().nullable(),
		maxPerUser: z.number().nullable(),
		winnerCount: z.number(),
		startDate: dateTime.nullable(),
		endDate: dateTime.nullable(),
		status: z.string(),
		winners: z.array(winner),
		_count: record({ entries: z.number(), winners: z.number() }),
	},
	{
		simplified: [...FOR_ALL, 'maxPerUser', 'requiredMetadata', 'endDate', 'winners'],
		forModels: [...FOR_ALL, 'winnerCount', 'startDate', 'endDate', 'winners'],
	},
);

export const newRaffle = record({ id: z.string() });

export const ticketPurchase = record({ id: z.string(), tickets: z.number(), totalPrice: z.number() });

export const raffleEntry = record({
	id: z.string(),
	tickets: z.number(),
	totalPrice: z.number(),
	createdAt: dateTime,
	member: participant,
});

export const drawResult = record({
	winners: z.array(
		record({ position: z.number(), member: record({ id: z.string(), accountId: z.string() }) }),
	),
});
