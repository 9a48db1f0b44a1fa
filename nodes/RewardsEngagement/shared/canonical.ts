/** A number as JavaScript writes it. */
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/;

/** IDs of the service are 24 hexadecimal digits, and addresses of chains start with 0x. Neither depends on case. */
const HEXADECIMAL = /^([0-9a-f]{24}|0x[0-9a-f]+)$/i;

/** A text in a form that can be compared as the service does. */
export function canonicalText(text: string): string {
	return HEXADECIMAL.test(text) ? text.toLowerCase() : text;
}

/** A path in a form that can be compared so, segment by segment. */
export function canonicalPath(path: string): string {
	const segments = path.split('/');
	for (const [index, segment] of segments.entries()) {
		if (HEXADECIMAL.test(segment)) segments[index] = segment.toLowerCase();
	}
	return segments.join('/');
}

/**
 * JSON in a form that can be compared as the service does. The order of keys, the case of hexadecimal IDs, and 5 or
 * 5.0 make no difference. Other text is unchanged.
 */
export function canonicalJson(value: unknown): string {
	if (typeof value === 'number' || typeof value === 'bigint') return canonicalNumber(String(value));
	if (typeof value === 'string') {
		const text = value.trim();
		return JSON.stringify(HEXADECIMAL.test(text) ? text.toLowerCase() : value);
	}
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
	const members: string[] = [];
	for (const key of Object.keys(value).sort()) {
		const held: unknown = value[key as keyof typeof value];
		if (held !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(held)}`);
	}
	return `{${members.join()}}`;
}

/**
 * The same text for 5, 5.00 and 0.5e1: the digits without zeros around them, and the power of ten. n8n remembers what is
 * made of it, so it never changes.
 */
function canonicalNumber(text: string): string {
	const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
	if (sign === undefined) return JSON.stringify(text);
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	const power = Number(exponent) - fraction.length + digits.length - significant.length;
	return significant === '' ? '0' : `${sign}${significant}e${power}`;
}
