import { randomBytes } from 'node:crypto';
import { badRequest } from '../../base/errors';
import { find, type State } from '../../base/state';
import type { ConsentApp } from './records';

const CODE_LIFETIME_MS = 5 * 60 * 1000;

/**
 * The app of a consent link.
 *
 * @throws {ServiceError} 400 when the app is unknown or the redirect URI differs from the registered one
 */
export function appOfLink(state: State, clientId: string, redirectUri: string): ConsentApp {
	const app = state.apps.get(clientId);
	if (!app) throw badRequest('No app is registered under this client_id.');
	const compared = (address: string) => (app.comparesQuery ? address : address.replace(/\?.*$/s, ''));
	if (compared(app.redirectUri) !== compared(redirectUri)) {
		throw badRequest('redirect_uri is not the registered one.');
	}
	return app;
}

/** Issues a code. The app can exchange it once for a member's id, within five minutes. */
export function issueCode(
	state: State,
	{ clientId }: ConsentApp,
	memberId: string,
	redirectUri: string,
): string {
	const code = randomBytes(24).toString('base64url');
	const expiresAt = Date.now() + CODE_LIFETIME_MS;
	state.codes.set(code, { code, clientId, redirectUri, memberId, expiresAt, used: false });
	return code;
}

/**
 * Exchanges a code for the id of the member who consented.
 *
 * @param clientId the app of the key
 * @throws {ServiceError} 400 with one of the error codes of the consent flow
 */
export function redeemCode(
	state: State,
	code: string,
	clientId: string | undefined,
	redirectUri: string | null | undefined,
): string {
	if (clientId === undefined) throw badRequest('invalid_client');
	const known = state.codes.get(code);
	if (!known) throw badRequest('invalid_code');
	if (known.clientId !== clientId) throw badRequest('invalid_code_client');
	if (known.used) throw badRequest('code_already_used');
	if (known.expiresAt <= Date.now()) throw badRequest('code_expired');
	if (typeof redirectUri === 'string' && redirectUri !== known.redirectUri) throw badRequest('invalid_code');
	known.used = true;
	return known.memberId;
}

/** Adds parameters to a URL. An existing query stays unchanged. */
export function withQuery(address: string, parameters: Record<string, string>): string {
	return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`;
}

/** Makes a code expire. @throws {ServiceError} 404 when there is no such code */
export function expireCode(state: State, code: string): void {
	find(state.codes, code, 'code').expiresAt = 0;
}
