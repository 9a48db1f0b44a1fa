import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { RAFFLES } from './fields';
import { raffle } from './record';

export const getManyRaffles = operation({
	displayName: 'Get Many',
	action: 'Get many raffles',
	description: 'List the raffles of a realm, with their dates, prices and winners',
	source: 'extended 8.3',
	certainty: 'partly',
	parameters: {},
	effect: 'read',
	permission: 'store:read',
	advice: notOffered(RAFFLES),
	pagination: { place: 'after', size: 'take', isInferred: true },
	request: ({ realmId }) => ({ method: 'GET', path: path`/api/v1/realms/${realmId}/raffles` }),
	response: listInData(raffle),
});
