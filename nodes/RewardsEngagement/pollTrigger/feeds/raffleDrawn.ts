import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { getManyRaffles } from '../../resources/raffle/getMany';
import { eventIdOf, shortOf, wholeList, withoutLongGone, type Feed } from '../feed';

interface Position extends IDataObject {
	/** Those that were drawn, in short. */
	drawn: Record<string, 1>;
}

const schema: z.ZodType<Position> = z.object({ drawn: z.record(z.literal(1)) });

/** A raffle has winners. The service does not say when it was drawn, so what was drawn before is remembered. */
export const raffleDrawn: Feed<Position> = {
	scope: '',
	schema,
	read: async (position, reading) => {
		const { realmId, now } = reading;
		const records = await wholeList(reading, getManyRaffles.request({ realmId, returnAll: true }));
		const present = new Set(records.map(({ id }) => shortOf(id)));
		const kept = withoutLongGone(position?.drawn ?? {}, present);
		const drawn = records.filter(({ record }) => Array.isArray(record.winners) && record.winners.length > 0);
		const fresh = drawn.filter(({ id }) => !(shortOf(id) in kept));
		const taken = position
			? fresh.slice(0, reading.most)
			: reading.latest > 0
				? fresh.slice(-reading.latest)
				: [];
		const known = position ? taken : drawn;
		return {
			events: taken.map(({ id, record }) => ({
				eventId: eventIdOf('raffle.drawn', realmId, id),
				type: 'raffle.drawn',
				timestamp: now,
				realmId,
				data: { raffle: record, winners: record.winners },
			})),
			position: {
				drawn: { ...kept, ...Object.fromEntries(known.map(({ id }) => [shortOf(id), 1 as const])) },
			},
		};
	},
};
