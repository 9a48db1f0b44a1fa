import { isRecord } from '../shared/json';
import { secretLines } from '../shared/secrets';
import type { Connection } from './connection';
import type { ApiRequest } from './request';

/** Replaces a secret in a text. */
export const HIDDEN = '[hidden]';

/** Real secrets are longer. Hiding a shorter one would take letters out of many words. */
const MIN_SECRET_LENGTH = 4;

/** Any part of a secret that is this long is hidden too, because a service may quote a secret cut short. */
const PART_LENGTH = 8;

/** Deeper values are not shown, because n8n copies items recursively and could run out of stack. */
const MAX_DEPTH = 100;

/** A copy of a text without secrets. */
export type Hide = (text: string) => string;

const known = new WeakMap<Connection, Hide>();

/** Hides the secrets of the credential, and those that the request sends. */
export function hiderFor(connection: Connection, request?: ApiRequest): Hide {
	const sent = secretsIn(request?.body);
	if (sent.length > 0) return hiderOf([...connection.secrets, ...sent]);
	const hide = known.get(connection) ?? hiderOf(connection.secrets);
	known.set(connection, hide);
	return hide;
}

/** Names of values that must stay hidden, such as `secret`, `webhookSecret`, `client_secret` and `apiKey`. */
const SECRET_NAME =
	/(secret|password|passphrase|api[_-]?key|private[_-]?key|(access|refresh|auth)[_-]?token)$/i;

/** All secrets in a body. The code that reads a body limits its depth. */
function secretsIn(value: unknown, name = ''): string[] {
	if (typeof value === 'string') return SECRET_NAME.test(name) ? secretLines(value) : [];
	if (Array.isArray(value)) return value.flatMap((one) => secretsIn(one, name));
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([key, held]) => secretsIn(held, key));
}

/** A copy of the JSON value without secrets in its texts, numbers and names. */
export function hideIn(value: unknown, hide: Hide, depth = 0): unknown {
	if (typeof value === 'string') return hide(value);
	if (typeof value === 'number') return hide(String(value)) === String(value) ? value : HIDDEN;
	if (typeof value !== 'object' || value === null) return value;
	if (depth >= MAX_DEPTH) return '…';
	if (Array.isArray(value)) return value.map((element) => hideIn(element, hide, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([name, held]) => [hide(name), hideIn(held, hide, depth + 1)]),
	);
}

/**
 * A copy of the JSON value in which the fields with these names only show that they have a value. Deeper values are
 * hidden, because unchecked values must not get through.
 */
export function hideFields(value: unknown, names: readonly string[], depth = 0): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (depth >= MAX_DEPTH) return HIDDEN;
	if (Array.isArray(value)) return value.map((one) => hideFields(one, names, depth + 1));
	const isSomething = (held: unknown) => held !== undefined && held !== null && held !== '';
	return Object.fromEntries(
		Object.entries(value).map(([name, held]) => [
			name,
			names.includes(name) && isSomething(held) ? HIDDEN : hideFields(held, names, depth + 1),
		]),
	);
}

/** Hides each secret, and every part of it with {@link PART_LENGTH} characters, in the forms of {@link formsOf}. */
export function hiderOf(secrets: readonly string[]): Hide {
	const forms = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).flatMap(formsOf);
	const parts = new Set<string>();
	for (const form of forms) {
		for (let end = PART_LENGTH; end <= form.length; end++) parts.add(form.slice(end - PART_LENGTH, end));
	}
	for (const word of secrets.flatMap(plainWordsOf)) parts.delete(word);
	// What is left of these are secrets that are too short to have parts.
	return (text) => forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), withoutParts(text, parts));
}

/**
 * A secret as it is, and in four encodings: percent-encoded, as JSON text, in base64 and in hexadecimal. A service that
 * quotes a request quotes its header, address, body or Basic authentication, or prints bytes. Some have more than one
 * spelling: codes in small letters, a space as "+", and base64 for addresses or behind other bytes.
 */
function formsOf(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const encoded = encodeURIComponent(bytes.toString());
	const inBase64 = [0, 1, 2].map((before) => {
		const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		return whole.slice(Math.ceil((before * 8) / 6)).replace(/.=+$/, '');
	});
	const inAddress = inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
	const inSmallLetters = encoded.replace(/%../g, (code) => code.toLowerCase());
	const inHex = bytes.toString('hex');
	return [
		secret,
		JSON.stringify(secret).slice(1, -1),
		encoded,
		inSmallLetters,
		encoded.replaceAll('%20', '+'),
		...inBase64,
		...inAddress,
		inHex,
		inHex.toUpperCase(),
	];
}

/**
 * The plain words of {@link PART_LENGTH} letters in a secret such as `key-for-webhooks`. They give nothing away, and an
 * advice may need them, such as `webhooks:write`.
 */
function plainWordsOf(secret: string): string[] {
	const words = secret.split(/[^A-Za-z0-9]/);
	return words.length === 1
		? []
		: words.filter((word) => /^[a-z]+$/.test(word) && word.length === PART_LENGTH);
}

/** Replaces every stretch of the text that consists of parts. */
function withoutParts(text: string, parts: ReadonlySet<string>): string {
	let [left, kept] = ['', 0];
	for (let start = 0; start < text.length; start++) {
		if (!parts.has(text.slice(start, start + PART_LENGTH))) continue;
		if (start > kept || kept === 0) left += text.slice(kept, start) + HIDDEN;
		kept = start + PART_LENGTH;
	}
	return left + text.slice(kept);
}
