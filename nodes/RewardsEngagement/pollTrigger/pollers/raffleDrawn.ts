import { getManyRaffles } from '../../resources/raffle/getMany';
import { snapshotPoller, wholeList } from '../snapshot';

/** A raffle has winners. The service does not say when it was drawn, so the drawn raffles are remembered. */
export const raffleDrawn = snapshotPoller({
	look: async (reading) =>
		await wholeList(reading, getManyRaffles, ({ winners }) =>
			Array.isArray(winners) && winners.length > 0 ? '' : undefined,
		),
	eventOf: ({ id, record }, { realmId }) => ({
		type: 'raffle.drawn',
		about: ['raffle.drawn', realmId, id],
		data: { raffle: record, winners: record.winners },
	}),
});
