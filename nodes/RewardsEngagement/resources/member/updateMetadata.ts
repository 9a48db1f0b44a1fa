import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { succeeded } from '../../declare/response';
import { newMetadata } from '../../fields/metadata';
import { hexMember } from './fields';

export const updateMemberMetadata = operation({
	displayName: 'Update Metadata',
	action: 'Update member metadata',
	description: 'Store custom data with a member',
	source: '4.3',
	parameters: {
		serviceId: hexMember('Member', { description: 'The member whose metadata is updated' }),
		...newMetadata,
	},
	effect: 'replace',
	permission: 'members:write',
	request: ({ realmId, serviceId, metadata }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/members/${serviceId}/metadata`,
		body: { metadata },
	}),
	response: succeeded(['serviceId'], { sets: ['metadata'] }),
});
