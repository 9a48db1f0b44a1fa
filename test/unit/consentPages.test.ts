// Falls with nodes/RewardsEngagement/consentTrigger/html.ts and nodes/RewardsEngagement/consentTrigger/pages.ts.

import fc from 'fast-check';

import { ServiceProblem } from '../../nodes/RewardsEngagement/errors/serviceProblem';
import { escapeHtml, toHtml } from '../../nodes/RewardsEngagement/consentTrigger/html';
import {
	pageOfProblem,
	pageOfRefusal,
	pages,
	type Page,
} from '../../nodes/RewardsEngagement/consentTrigger/pages';
import { wordsOf, type Language } from '../../nodes/RewardsEngagement/consentTrigger/locales';
import { codeAdvice } from '../../nodes/RewardsEngagement/resources/consent/codeAdvice';

const languages = Object.keys(wordsOf) as Language[];
const page = (title: string, text: string): Page => ({ ...pages.linked, own: { title, text } });
/** The tags of a document, including attributes. */
const tags = (html: string) => html.match(/<[^>]*>/g) ?? [];
const problem = (status: number | undefined, outcome: 'notApplied' | 'unknown', error?: string) =>
	new ServiceProblem({ message: 'm', description: 'd', outcome, status, details: error && { error } });

it('shows any text as text', () => {
	const usual = tags(toHtml(page('Title', 'Text'), 'en'));
	fc.assert(
		fc.property(
			fc.string({ unit: 'binary' }),
			fc.constantFrom('<script>', '"><img src=x onerror=1>', "'", '&lt;', '</style>'),
			(text, evil) => {
				const title = text.replace(/\n/g, '') + evil;
				expect(tags(toHtml(page(title, title), 'en'))).toEqual(usual);
			},
		),
	);
});

it('keeps an address inside its attribute', () => {
	const html = toHtml({ ...pages.linked, button: { label: 'goOn', href: '?a="><script>&b=\'' } }, 'en');
	expect(html).toContain('<a href="?a=&#34;&#62;&#60;script&#62;&#38;b=&#39;">Continue</a>');
});

it('escapes what has a meaning in HTML, and nothing else', () => {
	expect(escapeHtml('<>&"\'` é漢🙂 1/2')).toBe('&#60;&#62;&#38;&#34;&#39;&#96; é漢🙂 1/2');
});

it('has no script and loads nothing', () => {
	for (const shown of Object.values(pages)) {
		for (const language of languages)
			expect(toHtml(shown, language)).not.toMatch(/<script|<img|<link|src=|url\(|@import|\son\w+=/i);
	}
});

it('has a page for every error word that the other node has advice for', () => {
	for (const word of Object.keys(codeAdvice)) {
		const { status, name } = pageOfProblem(problem(400, 'notApplied', word));
		expect([word, status >= 400, name]).not.toContain('unknownOutcome');
	}
	const byWord = Object.keys(codeAdvice).map(
		(word) => pageOfProblem(problem(400, 'notApplied', word)).status,
	);
	expect(Object.fromEntries(Object.keys(codeAdvice).map((word, index) => [word, byWord[index]]))).toEqual({
		invalid_client: 500,
		invalid_code: 400,
		invalid_code_client: 400,
		code_already_used: 409,
		code_expired: 410,
	});
});

it('does not take words of the service for properties of its own', () => {
	expect(pageOfProblem(problem(400, 'notApplied', 'constructor'))).toBe(pages.notReady);
});

it('never claims to know what it cannot know', () => {
	const text = (shown: Page) => toHtml(shown, 'en');
	for (const status of [undefined, 202, 409, 500, 503]) {
		expect(text(pageOfProblem(problem(status, 'unknown')))).toContain('may or may not be linked');
	}
	for (const aged of [pageOfRefusal('expired'), pageOfProblem(problem(400, 'notApplied', 'code_expired'))]) {
		expect(text(aged)).toContain('If your account is already linked');
		expect(text(aged)).not.toContain('Nothing was linked');
	}
});

describe('the words of the owner', () => {
	const html = (own: Page['own']) => toHtml({ ...pages.linked, own }, 'de');

	it('stand in elements of no known language, and ours beside them in that of the person', () => {
		expect(html({ title: 'Hoi', text: 'A\nB' })).toMatch(
			/<html lang="de">[^]*<title lang="">Hoi<[^]*<h1 lang="">Hoi<\/h1>\n<p lang="">A<\/p>\n<p lang="">B</,
		);
		expect(html({ title: 'Hoi' })).toContain('<h1 lang="">Hoi</h1>\n<p>Alles ist erledigt');
		expect(html({ text: 'Hoi' })).toContain('<h1>Ihr Konto ist verknüpft</h1>\n<p lang="">Hoi</p>');
	});
});

describe('the words of a language', () => {
	const texts = (language: Language) => {
		const { pages: shown, newLink, buttons } = wordsOf[language];
		const all = Object.values(shown).flatMap(({ title, text }) => [title, ...text]);
		return [...all, newLink, ...Object.values(buttons)];
	};
	const others = languages.filter((language) => language !== 'en');

	it.each(others)('are its own: %s', (language) => {
		const english = new Set(texts('en'));
		expect(texts(language).filter((text) => english.has(text))).toEqual([]);
		expect(texts(language).filter((text) => text.trim() !== text || text === '')).toEqual([]);
	});

	it.each(languages)('keep what depends on a thing that is not known unsaid: %s', (language) => {
		const { pages: shown } = wordsOf[language];
		const nothingLinked = shown.failedBefore.text[0]!;
		for (const name of ['stateExpired', 'codeExpired', 'codeUsed', 'spent', 'unknownOutcome'] as const) {
			expect(shown[name].text.join(' ')).not.toContain(nothingLinked);
		}
		for (const name of ['stateForged', 'otherApp', 'codeInvalid', 'unreachable', 'notReady'] as const) {
			expect(shown[name].text.join(' ')).toContain(nothingLinked);
		}
	});
});
