import type { IDataObject } from 'n8n-workflow';

import { STATE_IN_REDIRECT_URI } from '../shared/signedState';

/** Query values that the service adds to the redirect URI; `iss` is that of RFC 9207. */
const OF_THE_SERVICE = ['code', 'response_type', 'error', 'error_description', 'error_uri', 'state', 'iss'];

/** The query name by which a person says that a person is there. */
export const CONTINUE = 'consent_continue';

/** What the browser brings back from the consent page. */
export interface Redirect {
	/** The authorization code; `undefined` when there is none, or more than one. */
	code?: string;
	/** Why there is no code: `access_denied` when the person declined. */
	error?: string;
	errorDescription?: string;
	/** The state, signed or not, wherever it travelled. */
	state?: string;
	/** Everything else in the query, decoded; a name that comes twice has a list. */
	values: IDataObject;
	/** Whether the person asked to go on, where it was not clear that a person is there. */
	isContinued: boolean;
	/** The redirect's query as it came, without the question mark. */
	query: string;
	/** The redirect URI that the consent page was given, when this trigger's address is `address`. */
	redirectUri(address: string): string;
}

/**
 * Reads the redirect.
 *
 * @param url path and query of the request as they came: the service compares the redirect URI letter by letter, so
 * nothing of it may be decoded and encoded again
 */
export function readRedirect(url: string): Redirect {
	const [path = '', query = ''] = split(url, '?');
	const pairs = query
		.split('&')
		.filter(Boolean)
		.map((raw) => ({ raw, ...decode(raw) }));
	const only = (name: string) => {
		const found = pairs.filter((pair) => pair.name === name);
		return found.length === 1 ? found[0]?.value || undefined : undefined;
	};
	const own = pairs.filter(({ name }) => name !== CONTINUE && !OF_THE_SERVICE.includes(name));
	return {
		code: only('code'),
		error: only('error'),
		errorDescription: only('error_description'),
		state: only(STATE_IN_REDIRECT_URI) ?? only('state'),
		values: toValues(own.filter(({ name }) => name !== STATE_IN_REDIRECT_URI)),
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

function toValues(pairs: Array<{ name: string; value: string }>): IDataObject {
	const lists = new Map<string, string[]>();
	for (const { name, value } of pairs) lists.set(name, [...(lists.get(name) ?? []), value]);
	// It would not become a field of an item but the item's prototype, in code that copies items carelessly.
	lists.delete('__proto__');
	return Object.fromEntries([...lists].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
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
