import { createHash } from 'node:crypto';

import type { ApiRequest } from '../api/request';
import { digitsOf } from '../shared/exactNumber';

/** 24 hexadecimal digits are an id of the service, and 0x begins an address of a chain: neither depends on case. */
const HEXADECIMAL = /^([0-9a-f]{24}|0x[0-9a-f]+)$/i;

/**
 * What a request does, and to whom: 16 hexadecimal digits, equal for two requests that do the same. The order of JSON keys,
 * the case of hexadecimal IDs, and 5 or 5.0 where the body holds a number make no difference. Text counts as it stands.
 * Annotations do not count.
 */
export function fingerprintOf({
	method,
	base,
	path,
	query,
	body,
	copies,
	annotations = [],
}: ApiRequest): string {
	const segments = path.text.split('/').map(canonicalText).join('/');
	const original = copies === undefined ? [] : [copies];
	const content = canonical([
		method,
		base ?? 'service',
		segments,
		query,
		subjectOf(body, annotations),
		...original,
	]);
	return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** The text as it stands, or as it is compared where the service takes several writings for one. */
export function canonicalText(text: string): string {
	return HEXADECIMAL.test(text) ? text.toLowerCase() : text;
}

/** A body without its annotations; nothing where these are all it holds. */
function subjectOf(body: ApiRequest['body'], annotations: readonly string[]): ApiRequest['body'] {
	if (!body || annotations.length === 0) return body;
	return Object.fromEntries(Object.entries(body).filter(([name]) => !annotations.includes(name)));
}

function canonical(value: unknown): string {
	if (typeof value === 'number' || typeof value === 'bigint') return canonicalNumber(String(value));
	if (typeof value === 'string') {
		const text = value.trim();
		if (HEXADECIMAL.test(text)) return JSON.stringify(text.toLowerCase());
		return JSON.stringify(value);
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
