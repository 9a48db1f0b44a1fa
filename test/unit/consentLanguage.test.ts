// Falls with nodes/RewardsEngagement/consentTrigger/language.ts.

import fc from 'fast-check';

import { languageOf } from '../../nodes/RewardsEngagement/consentTrigger/language';
import { wordsOf, type Language } from '../../nodes/RewardsEngagement/consentTrigger/locales';
import { processorTimeOf } from '../harness/processorTime';

const languages = Object.keys(wordsOf) as Language[];

it.each<[string | undefined, Language]>([
	[undefined, 'en'],
	['', 'en'],
	['*', 'en'],
	['de', 'de'],
	['DE', 'de'],
	['de-AT', 'de'],
	['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
	['es-419, es;q=0.9', 'es'],
	['zh-Hant-TW, fr;q=0.2', 'fr'],
	['nl, de;q=0.7, fr;q=0.8', 'fr'],
	['en;q=0.5, es;q=0.6', 'es'],
	['fr, de', 'fr'],
	['de;q=0', 'en'],
	['de;q=0.000, fr;q=0.001', 'fr'],
	['nl, *;q=0.5', 'en'],
	['*;q=0.5, fr;q=0.4', 'en'],
	['de ; q=0.4 ,\tfr ; Q=0.5', 'fr'],
	['deutsch', 'en'],
	['d', 'en'],
])('%j is answered in %s', (header, language) => expect(languageOf(header)).toBe(language));

it.each([
	'de;q=2',
	'de;q=-1',
	'de;q=x',
	'de;q=0.1234',
	'de;q',
	'de_AT',
	'de-',
	'-de',
	'de;level=1',
	'constructor',
	'__proto__',
	'de;q=1;q=1',
])('passes over what is malformed: %s', (range) => {
	expect(languageOf(range)).toBe('en');
	expect(languageOf(`${range}, fr;q=0.1`)).toBe('fr');
});

it('takes the best of ours, wherever it stands', () => {
	const range = fc.tuple(fc.constantFrom(...languages), fc.integer({ min: 1, max: 999 }));
	fc.assert(
		fc.property(fc.uniqueArray(range, { minLength: 1, selector: ([, quality]) => quality }), (ranges) => {
			const header = ranges.map(([name, quality]) => `${name};q=0.${String(quality).padStart(3, '0')}`);
			const [best] = [...ranges].sort(([, one], [, other]) => other - one);
			expect(languageOf(header.join(', '))).toBe(best![0]);
		}),
	);
});

it('answers any header with a language of ours', () => {
	const piece = fc.constantFrom(
		'de',
		'-',
		'AT',
		';',
		'q=',
		'0.5',
		',',
		' ',
		'*',
		'\t',
		'x'.repeat(9),
		'\u0000',
	);
	const header = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.array(piece).map((pieces) => pieces.join('')),
	);
	fc.assert(fc.property(header, (text) => expect(languages).toContain(languageOf(text))));
});

it.each(['de', ',', ' ', 'de,', '-a', 'de;q=', 'a-', ';', '*,'])(
	'does not read a header of a size that no browser sends: %j many times',
	(piece) => {
		const header = `de,${piece.repeat(10_000)}`;
		const time = processorTimeOf(() => {
			for (let round = 0; round < 100; round++) expect(languageOf(header)).toBe('en');
		});
		expect(time).toBeLessThan(1_000);
	},
);
