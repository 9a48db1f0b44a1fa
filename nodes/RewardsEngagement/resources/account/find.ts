import { z } from 'zod';

import type { Client } from '../../api/client';
import { path } from '../../api/path';
import type { OperationRequest } from '../../api/request';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { noneIfNotThere, Problem } from '../../errors';
import { isRecord } from '../../shared/json';
import { otherSpellings } from '../../shared/characters';
import { record } from '../../shared/record';
import { searchBy, searchedValue } from './searchBy';

const type = searchBy(['discord-id', 'email', 'twitter-id', 'username', 'wallet']);

export const findAccount = operation({
	displayName: 'Find',
	action: 'Find account',
	description: 'Use for the account ID of a person who may not be a member. No match: "found" is false.',
	source: 'extended 3.1',
	parameters: {
		type,
		value: searchedValue,
	},
	realm: false,
	effect: 'read',
	permission: 'members:read',
	request: ({ type: by, value }) => ({
		method: 'GET',
		path: path`/api/v1/accounts/find`,
		query: { type: by, values: value },
	}),
	perform: async ({ client, values: { type: by, value } }) => {
		const serviceId = await accountOf(client, by, value);
		return [{ json: { found: serviceId !== null, serviceId } }];
	},
	response: bare(record({ found: z.boolean(), serviceId: z.string().nullable() })),
});

/**
 * The ID of the account with a value, also in another spelling, or null.
 *
 * @throws {Problem} when the response is not an answer to the question
 */
export async function accountOf(client: Client, by: string, value: string): Promise<string | null> {
	for (const spelling of [value, ...otherSpellings(value)]) {
		const found = await accountIdOf(client, findAccount.request({ type: by, value: spelling }));
		if (found !== null) return found;
	}
	return null;
}

/**
 * The account ID that the service finds, or null if it finds none, as data or as a 404.
 *
 * @throws {Problem} when the response is not an answer to the question
 */
async function accountIdOf(client: Client, request: OperationRequest): Promise<string | null> {
	const answer = await client.send(request).catch(noneIfNotThere);
	if (!answer) return null;
	const data = isRecord(answer.body) ? answer.body.data : undefined;
	// The API document shows the ID itself. An object with the ID has been seen too.
	const found = isRecord(data) ? (data.id ?? data.accountId) : data;
	if (found === null || (typeof found === 'string' && found !== '')) return found;
	throw new Problem({
		message: 'The response of the service does not say whether the account exists',
		advice: 'The node expected the account ID, or null if there is no account.',
		outcome: 'notApplied',
		answer: client.shown(answer.body),
	});
}
