import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

import { parseJson } from './json';

/**
 * How the state is sent to the service and back.
 * - `parameter`: as `state` of the consent page, which servers that follow OAuth 2.0 return (RFC 6749, section 4.1.2)
 * - `redirectUri`: in the query of the redirect URI, which comes back with it
 */
export type StatePlace = 'parameter' | 'redirectUri';

/** The facts that a signed state proves. */
export interface SignedState {
	/** The app whose consent page the person is sent to. */
	clientId: string;
	/** The address that the person returns to, as the workflow wrote it, without the state. */
	redirectUri: string;
	place: StatePlace;
	/** The person whom the link is for, in the workflow's own terms. */
	subject?: string;
	/** Milliseconds since 1970. */
	expiresAt: number;
	/** Distinguishes two states with the same content. */
	nonce: string;
}

/** Why a state is refused. */
export type StateRefusal = 'missing' | 'forged' | 'expired' | 'otherApp' | 'otherAddress';

/** The longest query that is accepted from the consent page, in characters. Anyone can send any query. */
export const MAX_QUERY_LENGTH = 12_000;
/** The most values of such a query. */
export const MAX_QUERY_VALUES = 100;
/** The part of these that is reserved for the service and the signature. */
const LENGTH_OF_THE_SERVICE = 2_000;
const VALUES_OF_THE_SERVICE = 10;

/** How many values a query has, counted without decoding it. */
export function countQueryValues(query: string): number {
	let count = 1;
	for (let place = query.indexOf('&'); place >= 0; place = query.indexOf('&', place + 1)) count++;
	return count;
}

/** Whether a redirect URI with a signed state can come back within the limits of the receiver. */
export function canComeBack(redirectUri: string, token: string): boolean {
	const query = redirectUri.slice(addressOnly(redirectUri).length);
	return (
		query.length + token.length <= MAX_QUERY_LENGTH - LENGTH_OF_THE_SERVICE &&
		countQueryValues(query) <= MAX_QUERY_VALUES - VALUES_OF_THE_SERVICE
	);
}

/** The query name for a state in the redirect URI. */
export const STATE_IN_REDIRECT_URI = 'consent_state';

/** Signs a state: `v1.<payload>.<signature>`, the last two in base64url. Everyone who has it can read the payload. */
export function signState(state: Omit<SignedState, 'nonce'>, apiKey: string): string {
	const { clientId, redirectUri, place, subject, expiresAt } = state;
	const nonce = randomBytes(12).toString('base64url');
	const payload = { c: clientId, r: redirectUri, p: place, s: subject, e: expiresAt, n: nonce };
	const signed = `v1.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
	return `${signed}.${signatureOf(signed, apiKey)}`;
}

/**
 * Verifies a state that came back. Never throws, and reads nothing of the state before it has checked the signature.
 *
 * @param expected the receiver's app, and its address without a query
 * @param now milliseconds since 1970
 */
export function verifyState(
	token: string | undefined,
	apiKey: string,
	expected: { clientId: string; address: string },
	now: number,
): SignedState | StateRefusal {
	if (token === undefined) return 'missing';
	const end = token.lastIndexOf('.');
	// An empty key makes a valid signature that anyone can compute.
	if (end < 0 || apiKey === '') return 'forged';
	const signed = token.slice(0, end);
	if (!isSame(token.slice(end + 1), signatureOf(signed, apiKey))) return 'forged';
	const payload = payloadSchema.safeParse(parseJson(fromBase64Url(signed.slice(signed.indexOf('.') + 1))));
	if (!payload.success) return 'forged';
	const { c: clientId, r: redirectUri, p: place, s: subject, e: expiresAt, n: nonce } = payload.data;
	if (clientId !== expected.clientId) return 'otherApp';
	if (addressOnly(redirectUri) !== expected.address) return 'otherAddress';
	if (now >= expiresAt) return 'expired';
	return { clientId, redirectUri, place, subject, expiresAt, nonce };
}

/** The redirect URI as the consent page got it. */
export function withState(redirectUri: string, place: StatePlace, token: string): string {
	if (place === 'parameter') return redirectUri;
	return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${STATE_IN_REDIRECT_URI}=${token}`;
}

/** An address without its query and without a slash at the end. */
export function addressOnly(address: string): string {
	return address.replace(/[?#].*$/s, '').replace(/\/$/, '');
}

const payloadSchema = z.object({
	c: z.string(),
	r: z.string(),
	p: z.enum(['parameter', 'redirectUri']),
	s: z.string().optional(),
	e: z.number(),
	n: z.string(),
});

/** The API key never signs directly. The key derived here is valid only for states. */
function signatureOf(signed: string, apiKey: string): string {
	const key = createHmac('sha256', apiKey).update('rewards-engagement consent state v1').digest();
	return createHmac('sha256', key).update(signed).digest('base64url');
}

/** Compares as text, because several base64url texts can mean the same bytes, and only one of them was signed. */
function isSame(given: string, expected: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
}

function fromBase64Url(encoded: string): string {
	return Buffer.from(encoded, 'base64url').toString();
}
