import type { Schemas } from '../../base/state';
import type { Member } from './records';

const accountsAt = (provider: string) => (member: Member) =>
	member.credentials
		.filter(({ oauthProvider }) => oauthProvider === provider)
		.map(({ oauthAccountId }) => oauthAccountId ?? '');

/** The values that identify a member in a search. */
const identifiers: Record<Schemas['MemberSearchType'], (member: Member) => string[]> = {
	'service-id': ({ id }) => [id],
	'twitter-id': accountsAt('twitter'),
	'discord-id': accountsAt('discord'),
	wallet: ({ credentials }) =>
		credentials.filter(({ format }) => format === 'wallet').map(({ publicIdentifier }) => publicIdentifier),
	email: ({ email }) => [email],
	username: ({ username }) => [username],
};

/** Whether a member has one of the values, ignoring case. */
export function goesBy(
	member: Member,
	type: Schemas['MemberSearchType'],
	values: readonly string[],
): boolean {
	const wanted = new Set(values.map((value) => value.trim().toLowerCase()));
	return identifiers[type](member).some((identifier) => wanted.has(identifier.toLowerCase()));
}
