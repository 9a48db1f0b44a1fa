import fc from 'fast-check';

import { ServiceProblem } from '../../nodes/RewardsEngagement/errors/serviceProblem';
import { escapeHtml, toHtml, type Page } from '../../nodes/RewardsEngagement/consentTrigger/html';
import { pageOfProblem, pageOfRefusal, pages } from '../../nodes/RewardsEngagement/consentTrigger/pages';
import { codeAdvice } from '../../nodes/RewardsEngagement/resources/consent/codeAdvice';

const page = (changes: Partial<Page>): Page => ({
	status: 200,
	mood: 'good',
	title: 'Title',
	text: 'Text',
	...changes,
});
/** The tags of a document, attributes included. */
const tags = (html: string) => html.match(/<[^>]*>/g) ?? [];
const problem = (status: number | undefined, outcome: 'notApplied' | 'unknown', error?: string) =>
	new ServiceProblem({ message: 'm', description: 'd', outcome, status, details: error && { error } });

it('shows any text as text', () => {
	const usual = tags(toHtml(page({})));
	fc.assert(
		fc.property(
			fc.string({ unit: 'binary' }),
			fc.constantFrom('<script>', '"><img src=x onerror=1>', "'", '&lt;', '</style>'),
			(text, evil) => {
				const title = text.replace(/\n/g, '') + evil;
				expect(tags(toHtml(page({ title, text: title || 'x' })))).toEqual(usual);
			},
		),
	);
});

it('keeps an address inside its attribute', () => {
	const html = toHtml(page({ link: { label: '<b>', href: '?a="><script>&b=\'' } }));
	expect(html).toContain('<a href="?a=&#34;&#62;&#60;script&#62;&#38;b=&#39;">&#60;b&#62;</a>');
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
		expect([word, status >= 400, title]).not.toContain('The service did not say whether it worked');
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
		expect(pageOfProblem(problem(status, 'unknown')).text).toContain('it is not known');
	}
	for (const aged of [pageOfRefusal('expired'), pageOfProblem(problem(400, 'notApplied', 'code_expired'))]) {
		expect(aged.text).toContain('If your account is linked already');
		expect(aged.text).not.toContain('Nothing was linked');
	}
});
