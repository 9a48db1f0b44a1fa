import { z } from 'zod';

import { dateTime, record } from '../../shared/record';

const memberName = record({ id: z.string(), username: z.string() });

/** The fields of `data` for each event type (API document, section 6.2). */
export const eventData = {
	'member.joined': record({
		member: record({
			id: z.string(),
			username: z.string(),
			displayName: z.string(),
			joinedAt: dateTime,
			credentials: z.array(record({ type: z.string(), platformId: z.string() })),
		}),
	}),
	'member.left': record({ memberId: z.string(), leftAt: dateTime }),
	'member.points.awarded': record({
		member: memberName,
		points: record({
			amount: z.number(),
			realmPoint: record({ id: z.string(), name: z.string(), emoji: z.string() }),
		}),
		reason: z.string(),
		newBalance: z.number(),
	}),
	'quest.completed': record({
		quest: record({ id: z.string(), name: z.string(), type: z.string() }),
		member: memberName,
		completedAt: dateTime,
		rewards: z.array(record({ type: z.string(), amount: z.number(), realmPointId: z.string() })),
	}),
	'quest.started': record({
		quest: record({ id: z.string(), name: z.string() }),
		member: memberName,
		startedAt: dateTime,
	}),
	'store.purchase.completed': record({
		purchase: record({ id: z.string() }),
		item: record({ id: z.string(), name: z.string(), cost: z.number() }),
		member: memberName,
		completedAt: dateTime,
	}),
} as const;

/** An event type of the API document. Other types exist (custom events of apps) and are passed on. */
export type EventType = keyof typeof eventData;

/** The event types with their labels, in the order of the editor. */
export const eventTypes: ReadonlyArray<{ name: string; value: EventType; description: string }> = [
	{ name: 'Member Joined', value: 'member.joined', description: 'A member joined the realm' },
	{ name: 'Member Left', value: 'member.left', description: 'A member left the realm' },
	{ name: 'Points Awarded', value: 'member.points.awarded', description: 'A member was awarded points' },
	{
		name: 'Purchase Completed',
		value: 'store.purchase.completed',
		description: 'A member bought an item of the store',
	},
	{ name: 'Quest Completed', value: 'quest.completed', description: 'A member completed a quest' },
	{ name: 'Quest Started', value: 'quest.started', description: 'A member started a quest' },
];

/**
 * The required part of the envelope of every delivery (API document, section 6.1). An event with missing or odd time,
 * realm or data is still an event, and must not be lost.
 */
export const eventEnvelope = z.object({ type: z.string().min(1) }).passthrough();

/** The item that the trigger emits. `data` has the fields of the event's type. The schema lists those of all types. */
export const emittedEvent = record({
	eventId: z.string(),
	type: z.string(),
	timestamp: dateTime,
	realmId: z.string(),
	data: Object.values(eventData)
		.reduce<z.AnyZodObject>((merged, data) => merged.merge(data), z.object({}).passthrough())
		// The most complete form of a member and of a quest in events.
		.extend({
			member: eventData['member.joined'].shape.member,
			quest: eventData['quest.completed'].shape.quest,
		}),
});
