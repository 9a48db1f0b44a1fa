import { english } from './english';
import { french } from './french';
import { german } from './german';
import { portuguese } from './portuguese';
import { spanish } from './spanish';
import type { Words } from './locale';

/** The languages of the consent trigger's pages, as `lang` in HTML and `Accept-Language` name them. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt';

/** All texts of each language. */
export const wordsOf: Record<Language, Words> = {
	en: english,
	de: german,
	fr: french,
	es: spanish,
	pt: portuguese,
};
