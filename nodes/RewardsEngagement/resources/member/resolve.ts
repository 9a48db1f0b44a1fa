import { z } from 'zod';

import { path } from '../../api/path';
import { listIn } from '../../api/records';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { unsentProblem } from '../../errors';
import { isRecord } from '../../shared/json';
import { otherSpellings } from '../../shared/characters';
import { record } from '../../shared/record';
import { accountOf } from '../account/find';
import { searchedValue } from '../account/searchBy';
import { goesBy } from './identifiers';
import { member } from './record';
import { searchType } from './searchFields';

/** By these the service also finds accounts of people who are not members. */
const ACCOUNT_TYPES = ['twitter-id', 'discord-id', 'wallet', 'email', 'username'];

/** The identity of a person. `serviceId` is the member value for all operations. */
const resolved = record({
	found: z.boolean(),
	isMember: z.boolean(),
	serviceId: z.string().nullable(),
	member: member.nullable(),
});

/** Searches members first, and accounts only if it finds none. */
export const resolveMember = operation({
	displayName: 'Resolve',
	action: 'Resolve person',
	description: 'Use for one person who may not be a member. Finds a member, an account or none.',
	source: '4.11, extended 3.1',
	parameters: {
		type: searchType,
		value: searchedValue,
	},
	effect: 'read',
	endpoint: 'member.search',
	permission: 'members:read',
	request: ({ realmId, type, value }) => ({
		method: 'GET',
		path: path`/api/v1/realm/${realmId}/members/search`,
		query: { type, values: oneValue(value) },
	}),
	perform: async (call) => {
		const { type, value } = call.values;
		for (const spelling of [value, ...otherSpellings(value)]) {
			const request = resolveMember.request({ ...call.values, value: spelling });
			const { body } = await call.client.send(request);
			const found = memberOf(listIn(body), { type, value });
			if (found) return item(true, found.id, found);
		}
		return item(false, ACCOUNT_TYPES.includes(type) ? await accountOf(call.client, type, value) : null);
	},
	response: bare(resolved, { field: 'member', record: member }),
});

function item(isMember: boolean, serviceId: unknown, found: Record<string, unknown> | null = null) {
	const json = { found: serviceId !== null, isMember, serviceId, member: found };
	return [{ json: json as never }];
}

/** @throws {Problem} for a value that the search would read as several */
function oneValue(value: string): string {
	if (!value.includes(',')) return value;
	throw unsentProblem(
		'"Value" must not contain a comma',
		'Enter one value without a comma. Nothing was sent.',
	);
}

/**
 * The one member with the value, among those that a search found.
 *
 * @throws {Problem} for several members, and for a member who shows another value
 */
export function memberOf(
	records: readonly unknown[],
	values: { type: string; value: string },
): Record<string, unknown> | undefined {
	const members = records.filter(isRecord);
	const [first] = members;
	if (!first) return undefined;
	const shown = `${values.type} ${values.value}`;
	if (members.length > 1) {
		throw unsentProblem(
			`${members.length} members match the ${shown}`,
			`Their IDs are ${members.map((one) => String(one.id)).join(', ')}. Search for the person by another value.`,
		);
	}
	if (goesBy(first, values.type, values.value) !== false && typeof first.id === 'string') return first;
	throw unsentProblem(
		`The service returned a member without the ${shown}`,
		`The ID of that member is ${String(first.id)}. Search for the person by another value.`,
	);
}
