import { MAX_VALUES } from './searchFields';
import { isRecord } from '../../shared/json';
import type { Merge } from '../../run/operation';

/** The parameters of a search, as its operation declares them. */
interface Search extends Record<string, unknown> {
	realmId: string;
	type: string;
	values: string[];
	page?: number;
	limit?: number;
}

/**
 * Searches of several items as one. The answer is told apart by the field that the search goes by; when a record holds
 * none of the values that were asked for (a service that finds parts of names, or hides the field from this key), or
 * the answer is not complete, the items are asked for one by one.
 */
export const mergeSearches: Merge<Search> = {
	group: ({ realmId, type, values, page, limit }) => {
		const isOpenEnded = page === undefined && limit === undefined;
		const isPlain = values.every((value) => !value.includes(','));
		return isOpenEnded && isPlain && type in IDENTIFIERS ? `${realmId} ${type}` : undefined;
	},

	join: (all) => {
		const [first] = all;
		const values = [...new Set(all.flatMap((search) => search.values))];
		// Two spellings of one value could be two members, or one: then each must ask for itself.
		const isClear = new Set(values.map(folded)).size === values.length;
		return first && isClear && values.length <= MAX_VALUES ? { ...first, values } : undefined;
	},

	split: (all, bodies) => {
		const records = completeRecords(bodies);
		const identify = IDENTIFIERS[all[0]?.type ?? ''];
		if (!records || !identify) return undefined;
		const asked = new Set(all.flatMap(({ values }) => values.map(folded)));
		const identities = records.map((record) =>
			identify(record)
				.map(folded)
				.filter((value) => asked.has(value)),
		);
		if (identities.some((values) => values.length === 0)) return undefined;
		return all.map(({ values }) => {
			const own = new Set(values.map(folded));
			return records.filter((_record, index) => identities[index]?.some((value) => own.has(value)));
		});
	},
};

type Identify = (member: Record<string, unknown>) => string[];

/** Where a member holds what each kind of search goes by (records of the service, section "Member"). */
const IDENTIFIERS: Readonly<Record<string, Identify>> = {
	'service-id': ({ id }) => texts(id),
	username: ({ username }) => texts(username),
	email: ({ email, credentials }) => [...texts(email), ...credentialTexts(credentials, 'publicIdentifier')],
	wallet: ({ credentials }) => credentialTexts(credentials, 'publicIdentifier'),
	'discord-id': ({ credentials }) => credentialTexts(credentials, 'oauthAccountId', 'discord'),
	'twitter-id': ({ credentials }) => credentialTexts(credentials, 'oauthAccountId', 'twitter'),
};

function credentialTexts(credentials: unknown, field: string, provider?: string): string[] {
	if (!Array.isArray(credentials)) return [];
	return credentials
		.filter(isRecord)
		.filter(({ oauthProvider }) => provider === undefined || oauthProvider === provider)
		.flatMap((credential) => texts(credential[field]));
}

/** The records of all pages, if the answer says that these are all there are. */
function completeRecords(bodies: readonly unknown[]): Array<Record<string, unknown>> | undefined {
	const records = bodies.flatMap((body) =>
		isRecord(body) && Array.isArray(body.data) ? (body.data as unknown[]) : [],
	);
	const last = bodies.at(-1);
	const total = isRecord(last) && isRecord(last.meta) ? last.meta.total : undefined;
	return total === records.length && records.every(isRecord) ? records : undefined;
}

function texts(value: unknown): string[] {
	return typeof value === 'string' ? [value] : [];
}

function folded(value: string): string {
	return value.trim().toLowerCase();
}
