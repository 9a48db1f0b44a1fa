import { english } from './english';
import { french } from './french';
import { german } from './german';
import { portuguese } from './portuguese';
import { spanish } from './spanish';
import type { Words } from './locale';

/** The languages of the consent trigger's pages, with their codes in `lang` of HTML and in `Accept-Language`. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt';

/** All texts by language. */
export const wordsOf: Record<Language, Words> = {
	en: english,
	de: german,
	fr: french,
	es: spanish,
	pt: portuguese,
};
