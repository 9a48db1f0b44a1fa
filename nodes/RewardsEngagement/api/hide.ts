/** Stands where a secret stood. */
const HIDDEN = '[hidden]';

/** Nobody's secret is shorter, and hiding such a one would take letters out of every word. */
const MIN_SECRET_LENGTH = 4;

/** A part of a secret that is as long as this is hidden too, since a service may quote a secret cut short. */
const MIN_PART_LENGTH = 12;

/** Deeper values are left out of what is shown: n8n copies items with a stack of its own. */
const MAX_DEPTH = 100;

/** Replaces secrets, in every form they may be quoted in. */
export type Hide = (text: string) => string;

/**
 * Makes a function that takes secrets out of text, whole or in part: as they are, percent-encoded, escaped for JSON, in
 * hexadecimal digits, and in base64 together with whatever stands around them (as in Basic authentication).
 */
export function hiderOf(secrets: readonly string[]): Hide {
	const forms = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).flatMap(formsOf);
	// The longest first, or a short one would leave the rest of a longer one behind.
	const whole = [...new Set(forms)].sort((one, other) => other.length - one.length);
	const parts = new Set(
		whole.flatMap((form) =>
			Array.from({ length: Math.max(0, form.length - MIN_PART_LENGTH + 1) }, (_, start) =>
				form.slice(start, start + MIN_PART_LENGTH),
			),
		),
	);
	return (text) => whole.reduce((left, form) => left.replaceAll(form, HIDDEN), withoutParts(text, parts));
}

/** The same JSON value without secrets in its texts, numbers and names. */
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
		encoded,
		encoded.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
		encoded.replaceAll('%20', '+'),
		JSON.stringify(secret).slice(1, -1),
		JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
		...(bytes.length >= 6 ? [hex, hex.toUpperCase(), ...base64FormsOf(bytes)] : []),
	];
}

/** Like `encodeURIComponent`, of any text. */
function percentEncoded(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** What base64 makes of the bytes behind none, one or two others, as far as these alone decide it. */
function base64FormsOf(bytes: Buffer): string[] {
	return [0, 1, 2].flatMap((before) => {
		const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const form = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
		return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
	});
}

/** Takes out every stretch of the text that is made of parts. */
function withoutParts(text: string, parts: ReadonlySet<string>): string {
	let left = '';
	let kept = 0;
	let hiddenTo = 0;
	for (let start = 0; parts.size > 0 && start + MIN_PART_LENGTH <= text.length; start++) {
		if (!parts.has(text.slice(start, start + MIN_PART_LENGTH))) continue;
		if (start > hiddenTo || hiddenTo === 0) left += text.slice(kept, start) + HIDDEN;
		hiddenTo = start + MIN_PART_LENGTH;
		kept = hiddenTo;
	}
	return left + text.slice(kept);
}
