import { path } from '../../api/path';
import { listIn } from '../../api/records';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { unsentProblem } from '../../errors';
import { hexMember } from './fields';
import { member } from './record';
import { memberOf } from './resolve';

/** The service has no endpoint for one member, so this asks the search for an ID. */
const BY_ID = 'service-id';

export const getMember = operation({
	displayName: 'Get',
	action: 'Get member',
	description: 'Use for one member with balances. Fails if there is none.',
	source: '4.11',
	parameters: { serviceId: hexMember('Member', { description: 'The member to get' }) },
	effect: 'read',
	endpoint: 'member.search',
	permission: 'members:read',
	request: ({ realmId, serviceId }) => ({
		method: 'GET',
		path: path`/api/v1/realm/${realmId}/members/search`,
		query: { type: BY_ID, values: serviceId },
	}),
	perform: async ({ client, request, values: { serviceId } }) => {
		const { body } = await client.send(request);
		return [{ json: memberWithId(listIn(body), serviceId) as never }];
	},
	response: bare(member),
});

/**
 * The member with an ID.
 *
 * @param records what the request of {@link getMember} found
 * @throws {Problem} if there is none
 */
export function memberWithId(
	records: readonly unknown[],
	serviceId: string,
): Readonly<Record<string, unknown>> {
	const found = memberOf(records, { type: BY_ID, value: serviceId });
	if (found) return found;
	throw unsentProblem(
		`No member has the ID ${serviceId}`,
		'Use the account ID of a member of this realm. For a person who may not be a member, use "Member: Resolve".',
	);
}
