/** Replaces a secret in a text. */
export const HIDDEN = '[hidden]';

/** Real secrets are longer. Hiding a shorter one would take letters out of many words. */
const MIN_SECRET_LENGTH = 4;

/** A part of a secret of this length is hidden too, since a service may quote a secret cut short. */
const MIN_PART_LENGTH = 8;

/** A shorter start or end of a secret is hidden if the text around it shows that it is one. */
const MIN_END_LENGTH = 3;

/** Marks where a secret was cut ("abcd…wxyz", "abcd****"), or introduces its end ("ending in wxyz"). */
const CUT =
	/…|\.{2,}|\*{2,}|•+|#{3,}|-{3,}|x{3,}|X{3,}|%E2%80%A6|\\u2026|&hellip;|\b(?:end|start|begin)\w* (?:in|with) ["'`]?/giu;

/** A word, or possibly the end of a secret. */
const TOKEN = /[\p{L}\p{N}_]{4,7}/gu;

/** Neither a word nor a number: letters mixed with digits, underscores or capitals. */
const IS_ODD = /\p{L}.*[\p{N}_\p{Lu}]|[\p{N}_].*\p{L}/u;

const IN_WORD = /[\p{L}\p{N}]/u;

/** Deeper values are not shown, because n8n copies items recursively and could run out of stack. */
const MAX_DEPTH = 100;

/** Replaces secrets in every form in which they may be quoted. */
export type Hide = (text: string) => string;

/**
 * Makes a function that takes secrets out of text, whole or in part.
 *
 * It finds them unchanged, in upper or lower case, percent-encoded, escaped for JSON or HTML, in hexadecimal, and in
 * base64. The base64 may hold more than the secret, as in Basic authentication.
 *
 * A part is hidden if it has {@link MIN_PART_LENGTH} characters. A shorter start or end is hidden beside an ellipsis.
 * Alone it is hidden too, unless it could be a word or a number.
 */
export function hiderOf(secrets: readonly string[]): Hide {
	const forms = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).flatMap(formsOf);
	// Longest first: replacing a short form first could leave the rest of a longer one behind.
	const whole = [...new Set(forms)].sort((one, other) => other.length - one.length);
	const parts = new Set(
		whole.flatMap((form) =>
			Array.from({ length: Math.max(0, form.length - MIN_PART_LENGTH + 1) }, (_, start) =>
				form.slice(start, start + MIN_PART_LENGTH),
			),
		),
	);
	const ends = new Set(whole.flatMap(endsOf));
	const words = new Set(secrets.flatMap(wordsOf));
	return (text) => {
		const left = whole.reduce(
			(rest, form) => rest.replaceAll(form, HIDDEN),
			withoutParts(text, parts, words),
		);
		return withoutEnds(left, ends);
	};
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

function formsOf(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const encoded = percentEncoded(secret);
	const hex = bytes.toString('hex');
	return [
		secret,
		secret.toLowerCase(),
		secret.toUpperCase(),
		encoded,
		encoded.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
		encoded.replaceAll('%20', '+'),
		JSON.stringify(secret).slice(1, -1),
		JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
		JSON.stringify(secret)
			.slice(1, -1)
			.replace(/[^ -~]/g, unicodeEscape),
		secret.replace(/[&<>"']/g, (character) => HTML[character] ?? ''),
		...(bytes.length >= 6 ? [hex, hex.toUpperCase(), ...base64FormsOf(bytes)] : []),
	];
}

const HTML: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function unicodeEscape(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Like `encodeURIComponent`, but for any text. */
function percentEncoded(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** The base64 of the bytes after zero, one or two other bytes, as far as it does not depend on the other bytes. */
function base64FormsOf(bytes: Buffer): string[] {
	return [0, 1, 2].flatMap((before) => {
		const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const form = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
		return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
	});
}

/** Hides every stretch of text made of parts, except a whole word that is also a word of the secret. */
function withoutParts(text: string, parts: ReadonlySet<string>, words: ReadonlySet<string>): string {
	let left = '';
	let kept = 0;
	for (let start = 0; parts.size > 0 && start + MIN_PART_LENGTH <= text.length; start++) {
		if (!parts.has(text.slice(start, start + MIN_PART_LENGTH))) continue;
		let end = start + MIN_PART_LENGTH;
		for (let next = start + 1; next <= end; next++) {
			if (parts.has(text.slice(next, next + MIN_PART_LENGTH))) end = next + MIN_PART_LENGTH;
		}
		if (!(words.has(text.slice(start, end)) && standsAlone(text, start, end))) {
			left += text.slice(kept, start) + HIDDEN;
			kept = end;
		}
		start = end - 1;
	}
	return left + text.slice(kept);
}

function standsAlone(text: string, start: number, end: number): boolean {
	return !IN_WORD.test(text.charAt(start - 1)) && !IN_WORD.test(text.charAt(end));
}

/** The plain words in a secret such as `key-for-webhooks`. They give nothing away. */
function wordsOf(secret: string): string[] {
	return secret.split(/[^\p{L}\p{N}]+/u).filter((word) => /^[a-z]{1,11}$/.test(word));
}

/** The starts and ends of a secret that are shorter than a part. */
function endsOf(form: string): string[] {
	const ends: string[] = [];
	for (let length = MIN_END_LENGTH; length < Math.min(form.length, MIN_PART_LENGTH); length++) {
		ends.push(form.slice(0, length), form.slice(-length));
	}
	return ends;
}

/** Hides the rest of a secret beside an ellipsis, and one that stands alone and is not a word. */
function withoutEnds(text: string, ends: ReadonlySet<string>): string {
	let left = '';
	let kept = 0;
	for (const { 0: cut, index } of text.matchAll(CUT)) {
		// The end after one ellipsis may reach into the next.
		if (index < kept) continue;
		const after = index + cut.length;
		const before = lengthOfEnd(ends, text.slice(kept, index), (piece, length) => piece.slice(-length));
		const behind = lengthOfEnd(ends, text.slice(after, after + MIN_PART_LENGTH), (piece, length) =>
			piece.slice(0, length),
		);
		left += text.slice(kept, index - before) + (before > 0 ? HIDDEN : '') + cut;
		left += behind > 0 ? HIDDEN : '';
		kept = after + behind;
	}
	const whole = left + text.slice(kept);
	return whole.replace(TOKEN, (token) => (ends.has(token) && IS_ODD.test(token) ? HIDDEN : token));
}

/** Length of the longest end of a secret at one side of a piece of text, or 0. */
function lengthOfEnd(
	ends: ReadonlySet<string>,
	piece: string,
	sideOf: (piece: string, length: number) => string,
): number {
	for (let length = Math.min(piece.length, MIN_PART_LENGTH - 1); length >= MIN_END_LENGTH; length--) {
		if (ends.has(sideOf(piece, length))) return length;
	}
	return 0;
}
