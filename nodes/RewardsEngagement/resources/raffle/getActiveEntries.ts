import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { raffleId } from './fields';
import { raffleEntry } from './record';

export const getActiveRaffleEntries = operation({
	displayName: 'Get Active Entries',
	action: 'Get active entries of raffle',
	description: 'List the entries that most likely take part in the next draw',
	source: 'extended 8.3',
	certainty: 'inferred',
	parameters: { raffleId },
	effect: 'read',
	permission: 'store:read',
	advice: notOffered('a list of active entries', 'raffle'),
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: ({ realmId, raffleId: id }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/raffles/${id}/entries/active`,
	}),
	response: listInData(raffleEntry),
});
