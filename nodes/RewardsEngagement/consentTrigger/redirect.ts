import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import {
	countQueryValues,
	MAX_QUERY_LENGTH,
	MAX_QUERY_VALUES,
	STATE_IN_REDIRECT_URI,
	type StatePlace,
} from '../shared/signedState';

/** Query values that the service adds to the redirect URI. `iss` comes from RFC 9207. */
const OF_THE_SERVICE = new Set([
	'code',
	'response_type',
	'error',
	'error_description',
	'error_uri',
	'state',
	'iss',
]);

/** The values that the browser brings back from the consent page. */
export interface Redirect {
	/** The authorization code. `undefined` if there is none, or more than one. */
	code?: string;
	/** Why there is no code: `access_denied` if the person declined. Empty if there are several reasons. */
	error?: string;
	errorDescription?: string;
	/** A `state` that we did not make. `undefined` if there is none, or more than one. */
	foreignState?: string;
	/**
	 * A value that claims to be our signed state. If it is not valid, the redirect is refused. Empty if there are
	 * several.
	 */
	claimedState?: { token: string; place: StatePlace };
	/** All other query values, decoded. A name that occurs several times has a list. */
	values: IDataObject;
	/** The redirect URI that the consent page got, if this trigger's address is `address`. */
	redirectUri(address: string): string;
}

/** Whether the address has more than a consent page sends back. It is then not read. */
export function isTooLong(url: string): boolean {
	const [, query] = splitUrl(url);
	return query.length > MAX_QUERY_LENGTH || countQueryValues(query) > MAX_QUERY_VALUES;
}

/**
 * Reads the redirect, in linear time.
 *
 * @param url path and query of the request, unchanged. The service compares the redirect URI character by character,
 * so no part may be decoded and encoded again.
 */
export function readRedirect(url: string): Redirect {
	const [path, query] = splitUrl(url);
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
	// A parameter without a value counts as missing (RFC 6749, section 3.1).
	const hasError = all('error').some(Boolean);
	const own = pairs.filter(({ name }) => !OF_THE_SERVICE.has(name));
	return {
		code: only('code'),
		error: hasError ? (only('error') ?? '') : undefined,
		errorDescription: only('error_description'),
		foreignState: all('state').some(isOurForm) ? undefined : only('state'),
		claimedState: claimedState(all(STATE_IN_REDIRECT_URI), all('state')),
		values: toValues(byName),
		redirectUri: (address) => {
			const slash = path.endsWith('/') && !address.endsWith('/') ? '/' : '';
			return [address + slash, own.map(({ raw }) => raw).join('&')].filter(Boolean).join('?');
		},
	};
}

function claimedState(inRedirectUri: string[], states: string[]): Redirect['claimedState'] {
	const isParameter = states.some(isOurForm);
	if (!isParameter && inRedirectUri.length === 0) return undefined;
	// If there are several, we cannot tell which one is meant.
	const [token = '', ...more] = isParameter ? [...states, ...inRedirectUri] : inRedirectUri;
	return { token: more.length === 0 ? token : '', place: isParameter ? 'parameter' : 'redirectUri' };
}

function isOurForm(state: string): boolean {
	return /^\s*v1\./i.test(state);
}

function toValues(byName: ReadonlyMap<string, string[]>): IDataObject {
	const own = [...byName].filter(([name]) => name !== STATE_IN_REDIRECT_URI && !OF_THE_SERVICE.has(name));
	return Object.fromEntries(own.map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
}

function decode(raw: string): { name: string; value: string } {
	// URLSearchParams accepts any text, even a broken percent sign, and never throws.
	const [[name, value] = ['', '']] = [...new URLSearchParams(raw)];
	return { name, value };
}

function splitUrl(url: string): [path: string, query: string] {
	const place = url.indexOf('?');
	return place < 0 ? [url, ''] : [url.slice(0, place), url.slice(place + 1)];
}

/**
 * The public address of this trigger, which is the redirect URI without its query. It is never taken from the
 * request: behind a proxy the request names another host, and anyone can send any host.
 */
export function ownAddress(context: IWebhookFunctions): string {
	// Only newer versions of n8n give the test address. `getNodeWebhookUrl` always gives the production address.
	const { getWebhookResourceUrl } = context as Partial<IWebhookFunctions>;
	const served = getWebhookResourceUrl?.call(context, 'default');
	if (served !== undefined) return served;
	const production = context.getNodeWebhookUrl('default') ?? '';
	if (context.getMode() !== 'manual') return production;
	return production.replace(/^(.*)\/webhook\//, '$1/webhook-test/');
}
