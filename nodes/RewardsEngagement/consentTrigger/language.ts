import { wordsOf, type Language } from './locales';

/** No browser sends a longer header, so a longer one is ignored. In characters. */
const MAX_LENGTH = 1_000;
/** A language with any region and script, and its quality (RFC 9110, section 12.5.4). */
const RANGE = /^(\*|[a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * The language of ours that the visitor prefers. English if in doubt.
 *
 * @param header `Accept-Language` unchanged. Malformed parts are ignored.
 */
export function languageOf(header: string | undefined): Language {
	if (header === undefined || header.length > MAX_LENGTH) return 'en';
	let best: Language = 'en';
	let bestQuality = 0;
	for (const range of header.split(',')) {
		const [, name = '', quality = '1'] = RANGE.exec(range.trim()) ?? [];
		const language = name === '*' ? 'en' : name.toLowerCase();
		// The first of several with the same quality.
		if (isOurs(language) && Number(quality) > bestQuality) {
			[best, bestQuality] = [language, Number(quality)];
		}
	}
	return best;
}

function isOurs(name: string): name is Language {
	return Object.hasOwn(wordsOf, name);
}
