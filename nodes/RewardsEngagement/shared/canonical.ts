import { digitsOf } from './exactNumber';

/** 24 hexadecimal digits are an ID of the service, and 0x begins an address of a chain. Neither depends on case. */
const HEXADECIMAL = /^([0-9a-f]{24}|0x[0-9a-f]+)$/i;

/** A text as the service compares it. */
export function canonicalText(text: string): string {
	return HEXADECIMAL.test(text) ? text.toLowerCase() : text;
}

/**
 * JSON as the service compares it: the order of keys, the case of hexadecimal IDs, and 5 or 5.0 make no difference. Other
 * text counts as it stands.
 */
export function canonicalJson(value: unknown): string {
	if (typeof value === 'number' || typeof value === 'bigint') return canonicalNumber(String(value));
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

/** One text for 5, 5.00 and 0.5e1. */
function canonicalNumber(text: string): string {
	if (!/\d/.test(text)) return JSON.stringify(text);
	const digits = digitsOf(text);
	return text.startsWith('-') ? `-${digits}` : digits;
}
