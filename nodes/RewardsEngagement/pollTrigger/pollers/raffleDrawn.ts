import { getManyRaffles } from '../../resources/raffle/getMany';
import { eventIdOf, seenNow, wholeList, type Poller } from '../poller';
import { changesSince, snapshot, withoutLongGone, type Snapshot } from '../snapshot';

/** A raffle has winners. The service does not say when it was drawn, so the drawn raffles are remembered. */
export const raffleDrawn: Poller<Snapshot> = {
	scope: '',
	schema: snapshot,
	read: async (position, reading) => {
		const { realmId } = reading;
		const records = await wholeList(reading, getManyRaffles.request({ realmId, returnAll: true }));
		const drawn = records.filter(({ record }) => Array.isArray(record.winners) && record.winners.length > 0);
		const found = changesSince(
			position && withoutLongGone(position, records),
			drawn.map((raffle) => ({ ...raffle, content: '' })),
			reading,
			[],
		);
		return {
			events: found.changes.map(({ id, record }) =>
				seenNow(reading, 'raffle.drawn', eventIdOf('raffle.drawn', realmId, id), {
					raffle: record,
					winners: record.winners,
				}),
			),
			position: found.snapshot,
		};
	},
};
