import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { raffleId, RAFFLES } from './fields';
import { raffleEntry } from './record';

export const getRaffleEntries = operation({
	displayName: 'Get Entries',
	action: 'Get entries of raffle',
	description: 'List who bought how many tickets of a raffle',
	source: 'extended 8.3',
	certainty: 'partly',
	parameters: { raffleId },
	effect: 'read',
	permission: 'store:read',
	advice: notOffered(RAFFLES, 'raffle'),
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: ({ realmId, raffleId: id }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/raffles/${id}/entries`,
	}),
	response: listInData(raffleEntry),
});
