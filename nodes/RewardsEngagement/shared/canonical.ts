import { Decimal } from './decimal';

/** IDs of the service are 24 hexadecimal digits, and addresses of chains start with 0x. Neither depends on case. */
const HEXADECIMAL = /^([0-9a-f]{24}|0x[0-9a-f]+)$/i;

/** A text in a form that can be compared as the service does. */
export function canonicalText(text: string): string {
	return HEXADECIMAL.test(text) ? text.toLowerCase() : text;
}

/**
 * JSON in a form that can be compared as the service does. The order of keys, the case of hexadecimal IDs, and 5 or
 * 5.0 make no difference. Other text is unchanged.
 */
export function canonicalJson(value: unknown): string {
	if (typeof value === 'number' || typeof value === 'bigint') {
		return String(Decimal.of(value) ?? JSON.stringify(String(value)));
	}
	if (typeof value === 'string') {
		const text = value.trim();
		return JSON.stringify(HEXADECIMAL.test(text) ? text.toLowerCase() : value);
	}
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
	const entries = Object.entries(value)
		.filter(([, held]) => held !== undefined)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonicalJson(held)}`).join()}}`;
}
