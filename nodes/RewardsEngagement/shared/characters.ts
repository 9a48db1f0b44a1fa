/**
 * Characters without a sign, which copying adds to a text: control characters, soft hyphens, and marks for word breaks
 * and directions. Joiners and variation selectors are not among them, because names and emoji need them.
 */
const INVISIBLE =
	/(?!\s)\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu');

/** Matches a text that starts or ends with an invisible character, which copying adds there. */
export const EDGE = new RegExp(`^(?:${INVISIBLE.source})|(?:${INVISIBLE.source})$`, 'u');

/** The text without invisible characters and spaces at its ends. */
export function withoutEdges(text: string): string {
	const isEdge = (character: string) => character.trim() === '' || INVISIBLE.test(character);
	let [begin, end] = [0, text.length];
	while (begin < end && isEdge(text.charAt(begin))) begin++;
	while (end > begin && isEdge(text.charAt(end - 1))) end--;
	return text.slice(begin, end);
}

/**
 * The text of a key as people see it. A name in it may have an invisible character or decomposed letters. The payment to
 * that person is still the same one.
 */
export function keyText(text: string): string {
	return text.replace(ALL_INVISIBLE, '').normalize('NFC');
}

/** The code of the first invisible character, such as U+200B. `undefined` if the text has none. */
export function invisibleIn(text: string): string | undefined {
	const found = INVISIBLE.exec(text)?.[0].codePointAt(0);
	return found === undefined ? undefined : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * The other spellings by which a record may be stored: as people see the text, with composed and with decomposed
 * letters. They are for searches only, because other records may have them. A service that compares texts exactly
 * misses a record if only its spelling differs.
 */
export function otherSpellings(text: string): string[] {
	const seen = seenText(text);
	const all = new Set([seen, seen.normalize('NFD')]);
	return [...all].filter((spelling) => spelling !== text && spelling !== '');
}

/** The text as people see it, to compare it: without invisible characters, and with composed letters (NFC). */
export function seenText(text: string): string {
	return keyText(text).trim();
}

/**
 * Whether a text has half a character, for example because an emoji was cut. An address cannot contain it. Another
 * character would be sent instead, which could name another person.
 */
export function hasHalfCharacter(text: string): boolean {
	return !text.isWellFormed();
}
