import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** Users also paste the word that is before the key in the header. */
export const BEFORE_KEY = /^Bearer\s+/i;

/** The API key of a credential. Empty if there is none. */
export function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	return typeof apiKey === 'string' ? apiKey.trim().replace(BEFORE_KEY, '') : '';
}
