import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { succeeded } from '../../declare/response';
import { member } from '../member/fields';
import { identity, identityQuery } from './fields';

/** Limits do not count it: the balance was counted when it was awarded, and stays with the same person. */
export const linkCredential = operation({
	displayName: 'Link',
	action: 'Link member credential to account',
	description: 'Move a credential and its balance to an account. Cannot be undone.',
	source: 'extended 5.4',
	certainty: 'partly',
	parameters: {
		...identity,
		accountId: member('Account', {
			description: 'The account that receives the balance: the ID of a member record, not the membership ID',
		}),
	},
	effect: 'once',
	refusesRepeats: true,
	permission: 'members:write',
	advice: {
		'409': 'The credential is most likely linked already, which cannot be undone.',
	},
	request: ({ realmId, accountId, ...values }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/credentials/link`,
		query: { ...identityQuery(values), accountId },
	}),
	response: succeeded(['type', 'value', 'source', 'accountId']),
});
