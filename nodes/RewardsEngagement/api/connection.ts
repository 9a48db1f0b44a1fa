import type { ICredentialDataDecryptedObject, ICredentialsDecrypted } from 'n8n-workflow';

import { secretLines } from '../shared/secretLines';
import { baseAddress, webAddressProblem } from '../shared/webAddress';

/** What the credential says about the service, tidied. */
export interface Connection {
	/** Base address without a trailing slash. */
	baseUrl: string;
	/** What is wrong with it, if anything: nothing can be sent then. */
	baseUrlProblem?: string;
	/** The credential's realm, or an empty string. */
	realmId: string;
	/** Address of the consent page's host without a trailing slash, or an empty string. */
	appUrl: string;
	/** What is wrong with it, if anything. */
	appUrlProblem?: string;
	/** The app's client id for the consent flow, or an empty string. */
	clientId: string;
	/** n8n's list of domains the credential may be sent to; `undefined` means any. */
	allowedDomains?: string;
	/** As n8n takes it back with a request, so that it does not read and decrypt it anew for each. */
	credential: ICredentialsDecrypted;
	/** Values that must never appear in a message. */
	secrets: readonly string[];
}

/** Reads the credential `rewardsEngagementApi`. */
export function toConnection(credential: ICredentialDataDecryptedObject): Connection {
	// People paste the address of an endpoint; every path here begins with the part they paste too much.
	const baseUrl = baseAddress(text(credential.baseUrl));
	const appUrl = text(credential.appUrl).replace(/\/+$/, '');
	return {
		baseUrl,
		baseUrlProblem: webAddressProblem(baseUrl),
		realmId: text(credential.realmId),
		appUrl,
		appUrlProblem: webAddressProblem(appUrl),
		clientId: text(credential.clientId),
		// "none" keeps the credential out of the HTTP Request node; in its own node it still works, as n8n does it
		// for declarative nodes (n8n-workflow, `credential-domain-restrictions.js`).
		allowedDomains:
			credential.allowedHttpRequestDomains === 'domains' ? text(credential.allowedDomains) : undefined,
		credential: { id: '', name: '', type: 'rewardsEngagementApi', data: credential },
		secrets: [...secretLines(credential.apiKey), ...secretLines(credential.webhookSecret)],
	};
}

function text(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
