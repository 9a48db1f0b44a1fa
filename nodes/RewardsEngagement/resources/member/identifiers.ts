import { seenText } from '../../shared/characters';
import { isRecord } from '../../shared/json';

type Identify = (member: Record<string, unknown>) => string[];

/** The fields of a member that each kind of search uses (records of the service, section "Member"). */
const IDENTIFIERS: ReadonlyMap<string, Identify> = new Map<string, Identify>([
	['service-id', ({ id }) => texts(id)],
	['username', ({ username }) => texts(username)],
	['email', ({ email }) => texts(email)],
	['wallet', ({ credentials }) => credentialTexts(credentials, 'publicIdentifier', isOwn)],
	['discord-id', ({ credentials }) => credentialTexts(credentials, 'oauthAccountId', isOf('discord'))],
	['twitter-id', ({ credentials }) => credentialTexts(credentials, 'oauthAccountId', isOf('twitter'))],
]);

/** The same text for all spellings that a service might treat as equal: with other case, width, accents or invisible characters. */
export function folded(value: string): string {
	return seenText(value).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether a member has a value. `undefined` if the record does not show the field of the search. */
export function goesBy(member: Record<string, unknown>, type: string, value: string): boolean | undefined {
	const shown = IDENTIFIERS.get(type)?.(member) ?? [];
	return shown.length === 0 ? undefined : shown.some((one) => folded(one) === folded(value));
}

type IsMeant = (credential: Record<string, unknown>) => boolean;

/** Excludes the values of accounts at other providers. */
const isOwn: IsMeant = ({ oauthProvider }) => oauthProvider === undefined || oauthProvider === null;

function isOf(provider: string): IsMeant {
	return ({ oauthProvider }) => oauthProvider === provider;
}

function credentialTexts(credentials: unknown, field: string, isMeant: IsMeant): string[] {
	if (!Array.isArray(credentials)) return [];
	return credentials
		.filter(isRecord)
		.filter(isMeant)
		.flatMap((credential) => texts(credential[field]));
}

function texts(value: unknown): string[] {
	return typeof value === 'string' ? [value] : [];
}
