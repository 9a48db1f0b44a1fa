import type { ICredentialDataDecryptedObject, ICredentialsDecrypted } from 'n8n-workflow';

import { unsentProblem } from '../errors';
import { apiKeyOf, secretLines } from '../shared/secrets';
import { NO_REALM_ID, REALM_ID } from '../shared/realmId';
import { baseAddress, webAddressProblem } from '../shared/webAddress';

/** The service settings of the credential, normalized. */
export interface Connection {
	/** Base address without a trailing slash. */
	baseUrl: string;
	/** What is wrong with the base address, if anything. Nothing can be sent then. */
	baseUrlProblem?: string;
	/** The credential's realm, or an empty string. */
	realmId: string;
	/** Address of the consent page's host without a trailing slash, or an empty string. */
	appUrl: string;
	/** What is wrong with that address, if anything. */
	readonly appUrlProblem?: string;
	/** The app's client ID for the consent flow, or an empty string. */
	clientId: string;
	/** n8n's list of domains that may receive the credential. `undefined` means any. */
	allowedDomains?: string;
	/**
	 * In the form that n8n accepts with a request. n8n then does not read and decrypt the credential for each
	 * request.
	 */
	credential: ICredentialsDecrypted;
	/** Values that must never appear in a message. Few runs show anything that could contain one. */
	readonly secrets: readonly string[];
}

/** Converts the credential `rewardsEngagementApi`. */
export function toConnection(credential: ICredentialDataDecryptedObject): Connection {
	// Users paste the address of an endpoint. The part that is too much is in all our paths.
	const baseUrl = baseAddress(text(credential.baseUrl));
	const appUrl = text(credential.appUrl).replace(/\/+$/, '');
	return {
		baseUrl,
		baseUrlProblem: webAddressProblem(baseUrl),
		realmId: text(credential.realmId),
		appUrl,
		// Only the consent flow uses it.
		get appUrlProblem() {
			return webAddressProblem(appUrl);
		},
		clientId: text(credential.clientId),
		// "none" blocks the credential in the HTTP Request node. In its own node it still works. n8n does the same
		// for declarative nodes (n8n-workflow, `credential-domain-restrictions.js`).
		allowedDomains:
			credential.allowedHttpRequestDomains === 'domains' ? text(credential.allowedDomains) : undefined,
		credential: { id: '', name: '', type: 'rewardsEngagementApi', data: credential },
		get secrets() {
			return [...secretLines(apiKeyOf(credential)), ...secretLines(credential.webhookSecret)];
		},
	};
}

/**
 * The realm of a trigger, by default that of the credential.
 *
 * @throws {Problem} if there is none, or no ID of one
 */
export function realmOfTrigger(own: string, { realmId }: Connection): string {
	const realm = own || realmId;
	if (REALM_ID.test(realm)) return realm;
	throw realm === ''
		? unsentProblem('No realm is given', 'Enter a realm ID in the credential or in the trigger.')
		: unsentProblem(`"Realm ID" ${NO_REALM_ID}`, 'Correct it in the credential. Nothing was sent.');
}

function text(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
