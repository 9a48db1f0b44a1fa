import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { raffleId, RAFFLES } from './fields';
import { drawResult } from './record';

export const drawRaffle = operation({
	displayName: 'Draw',
	action: 'Draw winners of raffle',
	description: 'Draw the winners. Cannot be undone. "accountId" is the ID of a winner.',
	source: 'extended 8.3',
	certainty: 'partly',
	parameters: { raffleId },
	effect: 'once',
	refusesRepeats: true,
	permission: 'store:write',
	advice: {
		...notOffered(RAFFLES, 'raffle'),
		'409': 'The winners are most likely drawn already: check with "Get".',
	},
	request: ({ realmId, raffleId: id }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/raffles/${id}/draw`,
	}),
	response: inData(drawResult),
});
