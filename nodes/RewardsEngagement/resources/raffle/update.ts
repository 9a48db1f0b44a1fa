import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { currency } from '../currency/fields';
import * as fields from './fields';
import { raffle } from './record';

export const updateRaffle = operation({
	displayName: 'Update',
	action: 'Update raffle',
	description: 'Change a raffle, but not its type. Only the fields you add are changed.',
	source: 'extended 8.3',
	certainty: 'partly',
	parameters: { raffleId: fields.raffleId },
	updateFields: {
		name: fields.name,
		ticketPrice: fields.ticketPrice,
		currencyId: currency('Currency', { description: 'The currency that tickets cost' }),
		endDate: fields.endDate,
		...fields.details,
	},
	effect: 'replace',
	permission: 'store:write',
	advice: notOffered(fields.RAFFLES, 'raffle'),
	request: ({ realmId, raffleId, ...body }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/raffles/${raffleId}`,
		body,
	}),
	response: inData(raffle),
});
