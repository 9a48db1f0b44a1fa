import { wordSearch } from '../../declare/listSearch';
import { isRecord } from '../../shared/json';
import { getManyMembers } from '../member/getMany';

/** Lists the providers that the service names, and those of the realm's members. */
export const searchProviders = wordSearch({
	what: 'members',
	operation: getManyMembers,
	// More members hardly have more providers.
	values: { limit: 500 },
	known: ['discord', 'github', 'google', 'telegram', 'twitter'],
	wordsOf: ({ credentials }) =>
		[credentials].flat().map((credential) => isRecord(credential) && credential.oauthProvider),
});
