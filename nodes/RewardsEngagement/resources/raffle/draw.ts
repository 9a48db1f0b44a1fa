import { path } from '../../api/path';
import { RAFFLES, raffleId } from './fields';
import { drawResult } from './record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';

export const drawRaffle = operation({
	displayName: 'Draw',
	action: 'Draw winners of raffle',
	description:
		'Draw the winners of a raffle now, for good: a draw cannot be undone, and what a second one does is not documented. "accountId" is what other operations take for a winner.',
	source: 'extended 8.3',
	certainty: 'partly',
	parameters: { raffleId },
	effect: 'once',
	permission: 'store:write',
	advice: {
		...notOffered(RAFFLES, 'raffle'),
		'409': 'The winners are most likely drawn already: look with "Get".',
	},
	request: ({ realmId, raffleId: id }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/raffles/${id}/draw`,
	}),
	response: inData(drawResult),
});
