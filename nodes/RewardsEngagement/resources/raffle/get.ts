import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { raffleId, RAFFLES } from './fields';
import { raffle } from './record';

export const getRaffle = operation({
	displayName: 'Get',
	action: 'Get raffle',
	description: 'Get one raffle, with its winners once they are drawn',
	source: 'extended 8.3',
	certainty: 'partly',
	parameters: { raffleId },
	effect: 'read',
	permission: 'store:read',
	advice: notOffered(RAFFLES, 'raffle'),
	request: ({ realmId, raffleId: id }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/raffles/${id}`,
	}),
	response: inData(raffle),
});
