import { createHash } from 'node:crypto';

import type { ApiRequest } from '../api/request';
import { digitsOf } from '../shared/exactNumber';

/** 24 hexadecimal digits are an id of the service, and 0x begins an address of a chain: neither depends on case. */
const HEXADECIMAL = /^([0-9a-f]{24}|0x[0-9a-f]+)$/i;

/** Not "007", which may be a name. */
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * What tells requests apart: 16 hexadecimal digits, the same for two requests that ask for the same. The order of JSON
 * keys, the case of hexadecimal ids, and 5, 5.0 or "5" make no difference.
 */
export function fingerprintOf({ method, base, path, query, body, copies }: ApiRequest): string {
	const segments = path.text.split('/').map(canonicalText).join('/');
	const original = copies === undefined ? [] : [copies];
	const content = canonical([method, base ?? 'service', segments, query, body, ...original]);
	return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** The text as it stands, or as it is compared where the service takes several writings for one. */
export function canonicalText(text: string): string {
	return HEXADECIMAL.test(text) ? text.toLowerCase() : text;
}

function canonical(value: unknown): string {
	if (typeof value === 'number' || typeof value === 'bigint') return canonicalNumber(String(value));
	if (typeof value === 'string') {
		const text = value.trim();
		if (HEXADECIMAL.test(text)) return JSON.stringify(text.toLowerCase());
		return DECIMAL.test(text) ? canonicalNumber(text) : JSON.stringify(value);
	}
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
	const entries = Object.entries(value)
		.filter(([, held]) => held !== undefined)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonical(held)}`).join()}}`;
}

/** The same for 5, 5.00 and 0.5e1. */
function canonicalNumber(text: string): string {
	if (!/\d/.test(text)) return JSON.stringify(text);
	const digits = digitsOf(text);
	return text.startsWith('-') && digits !== '0' ? `-${digits}` : digits;
}
