import { path } from '../../api/path';
import { RAFFLES } from './fields';
import { raffle } from './record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';

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
