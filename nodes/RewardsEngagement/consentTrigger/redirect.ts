import type { IDataObject } from 'n8n-workflow';

import {
	countQueryValues,
	MAX_QUERY_LENGTH,
	MAX_QUERY_VALUES,
	STATE_IN_REDIRECT_URI,
	type StatePlace,
} from '../shared/signedState';

/** Query values that the service adds to the redirect URI; `iss` is that of RFC 9207. */
const OF_THE_SERVICE = new Set([
	'code',
	'response_type',
	'error',
	'error_description',
	'error_uri',
	'state',
	'iss',
]);

/** The query name by which a person says that a person is there. */
export const CONTINUE = 'consent_continue';

/** What the browser brings back from the consent page. */
export interface Redirect {
	/** The authorization code; `undefined` when there is none, or more than one. */
	code?: string;
	/** Why there is no code: `access_denied` when the person declined. Empty when there are several reasons. */
	error?: string;
	errorDescription?: string;
	/** The value of `state` that is not of ours; `undefined` when there is none, or more than one. */
	foreignState?: string;
	/** What claims to be a signed state of ours: it is good then, or the redirect is not. Empty when it is not one. */
	claimedState?: { token: string; place: StatePlace };
	/** Everything else in the query, decoded; a name that comes twice has a list. */
	values: IDataObject;
	/** Whether the person asked to go on, where it was not clear that a person is there. */
	isContinued: boolean;
	/** The redirect's query as it came, without the question mark. */
	query: string;
	/** The redirect URI that the consent page was given, when this trigger's address is `address`. */
	redirectUri(address: string): string;
}

/** Whether the address holds more than a consent page sends back. Such a one is not read. */
export function isTooLong(url: string): boolean {
	const [, query] = split(url, '?');
	return query.length > MAX_QUERY_LENGTH || countQueryValues(query) > MAX_QUERY_VALUES;
}

/**
 * Reads the redirect, in a time that grows as its length does.
 *
 * @param url path and query of the request as they came: the service compares the redirect URI letter by letter, so
 * nothing of it may be decoded and encoded again
 */
export function readRedirect(url: string): Redirect {
	const [path, query] = split(url, '?');
	const pairs = query
		.split('&')
		.filter(Boolean)
		.map((raw) => ({ raw, ...decode(raw) }));
	const byName = new Map<string, string[]>();
	for (const { name, value } of pairs) {
		const known = byName.get(name);
		if (known) known.push(value);
		else byName.set(name, [value]);
	}
	const all = (name: string) => byName.get(name) ?? [];
	const only = (name: string) => (all(name).length === 1 ? all(name)[0] || undefined : undefined);
	// RFC 6749, section 3.1: what has no value counts as left out.
	const hasError = all('error').some(Boolean);
	const own = pairs.filter(({ name }) => name !== CONTINUE && !OF_THE_SERVICE.has(name));
	return {
		code: only('code'),
		error: hasError ? (only('error') ?? '') : undefined,
		errorDescription: only('error_description'),
		foreignState: all('state').some(isOurForm) ? undefined : only('state'),
		claimedState: claimedState(all(STATE_IN_REDIRECT_URI), all('state')),
		values: toValues(byName),
		isContinued: only(CONTINUE) !== undefined,
		query,
		redirectUri: (address) => {
			const slash = path.endsWith('/') && !address.endsWith('/') ? '/' : '';
			return [address + slash, own.map(({ raw }) => raw).join('&')].filter(Boolean).join('?');
		},
	};
}

/** The query values of an address, decoded. */
export function queryValues(address: string): IDataObject {
	return readRedirect(address).values;
}

function claimedState(inRedirectUri: string[], states: string[]): Redirect['claimedState'] {
	const isParameter = states.some(isOurForm);
	if (!isParameter && inRedirectUri.length === 0) return undefined;
	// Of several it cannot be told which is meant.
	const [token = '', ...more] = isParameter ? [...states, ...inRedirectUri] : inRedirectUri;
	return { token: more.length === 0 ? token : '', place: isParameter ? 'parameter' : 'redirectUri' };
}

function isOurForm(state: string): boolean {
	return /^\s*v1\./i.test(state);
}

function toValues(byName: ReadonlyMap<string, string[]>): IDataObject {
	const own = [...byName].filter(
		([name]) =>
			name !== CONTINUE &&
			name !== STATE_IN_REDIRECT_URI &&
			!OF_THE_SERVICE.has(name) &&
			// It would not become a field of an item but the item's prototype, in code that copies items carelessly.
			name !== '__proto__',
	);
	return Object.fromEntries(own.map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
}

function decode(raw: string): { name: string; value: string } {
	// URLSearchParams takes any text, a broken percent sign too, and never throws.
	const [[name, value] = ['', '']] = [...new URLSearchParams(raw)];
	return { name, value };
}

function split(text: string, sign: string): [string, string] {
	const place = text.indexOf(sign);
	return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + sign.length)];
}
