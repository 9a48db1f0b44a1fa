import { z } from 'zod';

import { eventData } from '../resources/event/record';
import { exportJob } from '../resources/export/record';
import { member } from '../resources/member/record';
import { purchase } from '../resources/purchase/record';
import { quest } from '../resources/quest/record';
import { raffle } from '../resources/raffle/record';
import { dateTime, record } from '../shared/record';

/**
 * The item that the poll trigger emits. `data` has the fields of the event's type. The schema lists those of all
 * types.
 */
export const polledEvent = record({
	eventId: z.string(),
	type: z.string(),
	timestamp: dateTime,
	realmId: z.string(),
	data: record({
		member: record({
			...eventData['member.joined'].shape.member.unwrap().shape,
			...member.pick({ email: true, metadata: true, lastActive: true }).shape,
		}),
		purchase: purchase.omit({ storeItem: true }),
		item: record({ id: z.string(), name: z.string(), type: z.string(), cost: z.number() }),
		completedAt: dateTime,
		finalizedAt: dateTime,
		raffle,
		winners: raffle.shape.winners,
		quest,
		currencyId: z.string().nullable(),
		threshold: z.number(),
		previousBalance: z.number(),
		newBalance: z.number().nullable(),
		difference: z.number(),
		previousRank: z.number().nullable(),
		rank: z.number().nullable(),
		changedFields: z.array(z.string()),
		years: z.number(),
		days: z.number(),
		referralId: z.string(),
		state: z.string(),
		job: exportJob,
	}),
});
