import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { idSchema } from '../../fields/text';
import { currencyOrDefault } from '../currency/fields';
import * as fields from './fields';
import { newRaffle } from './record';

export const createRaffle = operation({
	displayName: 'Create',
	action: 'Create raffle',
	description: 'Add a raffle that members buy tickets for. Returns its ID only.',
	source: 'extended 8.3',
	certainty: 'partly',
	parameters: {
		name: { ...fields.name, schema: idSchema },
		type: fields.type,
		ticketPrice: fields.ticketPrice,
		currencyId: currencyOrDefault('Currency', {
			description:
				'The currency that tickets cost. If empty, most likely uses the default currency of the realm.',
		}),
		endDate: fields.endDate,
	},
	additionalFields: fields.details,
	effect: 'once',
	annotations: ['description', 'metadata'],
	permission: 'store:write',
	advice: notOffered(fields.RAFFLES),
	request: ({ realmId, ...body }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/raffles`,
		body,
	}),
	response: inData(newRaffle),
});
