/**
 * The secrets in a field that takes one a line, such as the credential's webhook secret while it is being replaced.
 * Blank lines, repeats and the space around a secret do not count. Anything but text holds none.
 */
export function secretLines(value: unknown): string[] {
	if (typeof value !== 'string') return [];
	const lines = value.split(/[\r\n]+/).map((line) => line.trim());
	return [...new Set(lines.filter(Boolean))];
}
