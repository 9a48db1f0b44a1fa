// Falls with nodes/RewardsEngagement/consentTrigger/pages.ts and nodes/RewardsEngagement/consentTrigger/respond.ts.

import fc from 'fast-check';

import { Problem } from '../../nodes/RewardsEngagement/errors';
import {
	pageOfProblem,
	pages,
	refusalPages,
	type Page,
} from '../../nodes/RewardsEngagement/consentTrigger/pages';
import { escapeHtml, toHtml } from '../../nodes/RewardsEngagement/consentTrigger/respond';
import { codeAdvice } from '../../nodes/RewardsEngagement/resources/consent/codeAdvice';

const page = (title: string, text: string): Page => ({ ...pages.linked, own: { title, text } });
/** The tags of a document, including attributes. */
const tags = (html: string) => html.match(/<[^>]*>/g) ?? [];
const problem = (status: number | undefined, outcome: 'notApplied' | 'unknown', error?: string) =>
	new Problem({ message: 'm', advice: 'd', outcome, status, answer: error && { error } });

it('shows any text as text', () => {
	const usual = tags(toHtml(page('Title', 'Text')));
	fc.assert(
		fc.property(
			fc.string({ unit: 'binary' }),
			fc.constantFrom('<script>', '"><img src=x onerror=1>', "'", '&lt;', '</style>'),
			(text, evil) => {
				const title = text.replace(/\n/g, '') + evil;
				expect(tags(toHtml(page(title, title)))).toEqual(usual);
			},
		),
	);
});

it('keeps an address inside its attribute', () => {
	const html = toHtml({ ...pages.linked, continueTo: '?a="><script>&b=\'' });
	expect(html).toContain('<a href="?a=&#34;&#62;&#60;script&#62;&#38;b=&#39;">Continue</a>');
});

it('escapes what has a meaning in HTML, and nothing else', () => {
	expect(escapeHtml('<>&"\'` é漢🙂 1/2')).toBe('&#60;&#62;&#38;&#34;&#39;&#96; é漢🙂 1/2');
});

it('has no script and loads nothing', () => {
	for (const shown of Object.values(pages)) {
		expect(toHtml(shown)).not.toMatch(/<script|<img|<link|src=|url\(|@import|\son\w+=/i);
	}
});

it('has a page for every error word that the other node has advice for', () => {
	for (const word of Object.keys(codeAdvice)) {
		const { status, title } = pageOfProblem(problem(400, 'notApplied', word));
		expect([word, status >= 400, title]).not.toContain(pages.unknownOutcome.title);
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
	for (const status of [undefined, 202, 409, 500, 503]) {
		expect(toHtml(pageOfProblem(problem(status, 'unknown')))).toContain('may or may not be linked');
	}
	const usedUp = ['code_expired', 'code_already_used'].map((word) => problem(400, 'notApplied', word));
	for (const shown of [refusalPages.expired, pages.spent, ...usedUp.map((one) => pageOfProblem(one))]) {
		expect(toHtml(shown)).toContain('If your account is already linked');
		expect(toHtml(shown)).not.toContain('Nothing was linked');
	}
});

it('says that nothing was linked where that is certain', () => {
	const { forged, otherApp, otherAddress, missing } = refusalPages;
	const refused = [400, 429, undefined].map((status) => pageOfProblem(problem(status, 'notApplied')));
	const invalid = pageOfProblem(problem(400, 'notApplied', 'invalid_code'));
	for (const shown of [forged, otherApp, otherAddress, missing, pages.failedBefore, invalid, ...refused]) {
		expect(toHtml(shown)).toContain('Nothing was linked');
	}
});

it('is in English, but the words of the owner stand in elements of no known language', () => {
	const html = (own: Page['own']) => toHtml({ ...pages.linked, own });
	expect(html({ title: 'Hoi', text: 'A\nB' })).toMatch(
		/<html lang="en">[^]*<title lang="">Hoi<[^]*<h1 lang="">Hoi<\/h1>\n<p lang="">A<\/p>\n<p lang="">B</,
	);
	expect(html({ title: 'Hoi' })).toContain('<h1 lang="">Hoi</h1>\n<p>You&#39;re all set.');
	expect(html({ text: 'Hoi' })).toContain('<h1>Your account is linked</h1>\n<p lang="">Hoi</p>');
});
