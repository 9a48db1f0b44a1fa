import { z } from 'zod';

import { path } from '../../api/path';
import type { Client } from '../../api/client';
import type { OperationRequest } from '../../api/request';
import { isNotThere, ServiceProblem } from '../../errors/serviceProblem';
import { isRecord } from '../../shared/json';
import { record } from '../../shared/record';
import { choice, id } from '../../fields/text';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

/** The person an account belongs to, as other systems know them. */
const type = choice('Search By', {
	options: [
		{ name: 'Discord ID', value: 'discord-id' },
		{ name: 'Email', value: 'email' },
		{ name: 'Twitter ID', value: 'twitter-id' },
		{ name: 'Username', value: 'username' },
		{ name: 'Wallet', value: 'wallet' },
	],
	description: 'What the value is. An expression can give a type that is not in the list.',
	default: 'email',
});

export const findAccount = operation({
	displayName: 'Find',
	action: 'Find account',
	description:
		'Find the account ID of any user of the service, member of the realm or not. A value that nobody has gives an item that says so.',
	source: 'extended 3.1',
	parameters: {
		type,
		values: id('Value', { description: 'What to look for', placeholder: 'e.g. ada@example.com' }),
	},
	realm: false,
	effect: 'read',
	permission: 'members:read',
	request: (query) => ({ method: 'GET', path: path`/api/v1/accounts/find`, query }),
	perform: async ({ client, request }) => {
		const serviceId = await accountIdOf(client, request);
		return [{ json: { found: serviceId !== null, serviceId } }];
	},
	response: bare(record({ found: z.boolean(), serviceId: z.string().nullable() })),
});

/**
 * The account id that the service finds, or null for nobody: both as data and as a 404.
 *
 * @throws {ServiceProblem} when the service did not answer the question
 */
export async function accountIdOf(client: Client, request: OperationRequest): Promise<string | null> {
	const answer = await client.send(request).catch(noneWhenNotFound);
	if (!answer) return null;
	const data = isRecord(answer.body) ? answer.body.data : undefined;
	// The API document shows the id itself; an object that holds it has been seen.
	const found = isRecord(data) ? (data.id ?? data.accountId) : data;
	if (found === null || (typeof found === 'string' && found !== '')) return found;
	throw new ServiceProblem({
		message: 'The answer of the service does not say whether there is such an account',
		description: 'The node expected the account ID, or null for nobody.',
		outcome: 'notApplied',
		details: client.shown(answer.body),
	});
}

function noneWhenNotFound(thrown: unknown): undefined {
	if (isNotThere(thrown)) return undefined;
	throw thrown;
}
