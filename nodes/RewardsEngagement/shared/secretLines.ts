/**
 * The secrets in a field with one per line, such as the credential's webhook secret while it is being replaced.
 * Ignores blank lines, repeats and spaces around a secret. Empty for a value that is not text.
 */
export function secretLines(value: unknown): string[] {
	if (typeof value !== 'string') return [];
	const lines = value.split(/[\r\n]+/).map((line) => line.trim());
	return [...new Set(lines.filter(Boolean))];
}
