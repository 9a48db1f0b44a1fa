import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * The secrets in a field with one per line, such as the credential's webhook secret while it is being replaced.
 * Ignores blank lines, repeats and spaces around a secret. Empty for a value that is not text.
 */
export function secretLines(value: unknown): string[] {
	if (typeof value !== 'string') return [];
	const lines = value.split(/[\r\n]+/).map((line) => line.trim());
	return [...new Set(lines.filter(Boolean))];
}

/** Users also paste the word that is before the key in the header. */
export const BEFORE_KEY = /^Bearer\s+/i;

/** The API key of a credential. Empty if there is none. */
export function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	return typeof apiKey === 'string' ? apiKey.trim().replace(BEFORE_KEY, '') : '';
}
