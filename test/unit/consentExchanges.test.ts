// Falls with nodes/RewardsEngagement/consentTrigger/codeExchanges.ts, nodes/RewardsEngagement/consentTrigger/log.ts, nodes/RewardsEngagement/consentTrigger/pages.ts and nodes/RewardsEngagement/consentTrigger/respond.ts.

import fc from 'fast-check';
import { type IDataObject, type IWebhookFunctions, Workflow } from 'n8n-workflow';

import { type Attempt, exchangeOnce } from '../../nodes/RewardsEngagement/consentTrigger/codeExchanges';
import { log, MOST_LINES } from '../../nodes/RewardsEngagement/consentTrigger/log';
import { Problem } from '../../nodes/RewardsEngagement/errors';
import {
	type Page,
	pageOfProblem,
	pages,
	refusalPages,
} from '../../nodes/RewardsEngagement/consentTrigger/pages';
import { toHtml } from '../../nodes/RewardsEngagement/consentTrigger/respond';
import { codeAdvice } from '../../nodes/RewardsEngagement/resources/consent/codeAdvice';

describe('a code', () => {
	const MINUTE = 60_000;
	const member = { serviceId: 'member' };

	let id = 0;
	let logged: string[];
	let exchange: jest.Mock<Promise<IDataObject>>;

	beforeEach(() => {
		id++;
		logged = [];
		exchange = jest.fn(async () => await Promise.resolve(member));
		jest.useFakeTimers({ now: 0 });
	});
	afterEach(() => jest.useRealTimers());

	/** A request to the trigger of this test. By default n8n has responded to it. */
	const take = async (attempt: Partial<Attempt>, answer = { headersSent: true, statusCode: 200 }) => {
		const context = {
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id: `${id}`, name: 'Consent' }),
			getMode: () => 'webhook',
			getResponseObject: () => answer,
			logger: { warn: (words: string) => void logged.push(words) },
		} as unknown as IWebhookFunctions;
		return await exchangeOnce(context, { now: Date.now(), ...attempt }, exchange);
	};

	it('remembers a code for ten minutes, twice as long as the service takes it', async () => {
		await take({ code: 'code' });
		jest.setSystemTime(10 * MINUTE - 1);
		expect(await take({ code: 'code' })).toBe('alreadyLinked');
		jest.setSystemTime(10 * MINUTE);
		expect(await take({ code: 'code' })).toEqual(member);
		expect(exchange).toHaveBeenCalledTimes(2);
	});

	it.each([
		[200, 'alreadyLinked'],
		[500, member],
	])('lets go of an answer once it was sent with %d', async (statusCode, expected) => {
		const answer = { headersSent: false, statusCode };
		await take({ code: 'code' }, answer);
		answer.headersSent = true;
		await take({ code: 'another' });
		// A later change of the response object does not change the recorded result.
		answer.statusCode = 700 - statusCode;
		expect(await take({ code: 'code' })).toEqual(expected);
		expect(exchange).toHaveBeenCalledTimes(2);
	});

	it('keeps nothing of a code that could not be exchanged', async () => {
		exchange.mockImplementation(async () => await Promise.reject(new Error('no')));
		for (let n = 0; n < 200; n++) await expect(take({ code: `made up ${n}` })).rejects.toThrow('no');
		exchange.mockResolvedValue(member);
		await take({ code: 'code' });
		expect(memory().codes.size).toBe(1);
	});

	describe('with a signed state', () => {
		const signed = (nonce: string, code?: string, expiresAt = MINUTE) => ({
			code,
			state: { nonce, expiresAt },
		});

		it('many exchanges leave room for codes without one', async () => {
			let end = (_member: IDataObject) => {};
			const later = new Promise<IDataObject>((resolve) => (end = resolve));
			exchange.mockImplementation(async () => await later);
			const begun = Array.from({ length: 200 }, async (_unused, n) => await take(signed(`${n}`, 'a')));
			exchange.mockResolvedValueOnce(member);
			expect(await take({ code: 'a' })).toEqual(member);
			end(member);
			await Promise.all(begun);
		});

		it('one code is taken until the state expires, however long ago it came', async () => {
			const month = 30 * 24 * 60 * MINUTE;
			expect(await take(signed('n', 'a', month))).toEqual(member);
			jest.setSystemTime(month - 1);
			expect(await take(signed('n', 'b', month))).toBe('spent');
			expect(await take(signed('n', undefined, month))).toBe('spent');
			expect(await take(signed('n', 'a', month))).toBe('alreadyLinked');
			expect(exchange).toHaveBeenCalledTimes(1);
		});

		it('a hundred thousand are remembered, and further ones are turned away until some expire', async () => {
			await take(signed('0', 'a'));
			const { states } = memory();
			for (let n = 1; n < 100_000; n++) states.set(`${n}`, states.get('0')!);
			const before = process.cpuUsage();
			expect(await take(signed('new', 'a', 2 * MINUTE))).toBe('busy');
			expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
			expect(logged).toEqual([expect.stringContaining('Too many signed states are in use. Shorten')]);
			// Codes without a state are stored separately.
			expect(await take({ code: 'a' })).toEqual(member);
			expect(await take(signed('0', 'b'))).toBe('spent');
			jest.setSystemTime(MINUTE);
			expect(await take(signed('new', 'a', 2 * MINUTE))).toEqual(member);
			expect(states.size).toBe(1);
		});
	});

	/** What the process remembers of the trigger of this test. */
	function memory() {
		const [symbol] = Object.getOwnPropertySymbols(Workflow);
		const values = (Workflow as unknown as Record<symbol, Map<string, Map<string, never>>>)[symbol!]!;
		const triggers = values.get('code exchanges')!;
		return triggers.get(`workflow ${id} webhook`)! as Record<'codes' | 'states', Map<string, object>>;
	}
});

describe('the log', () => {
	let lines: string[];
	const contextOf = (id: string) =>
		({
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id, name: 'Consent' }),
			logger: { warn: (words: string) => void lines.push(words) },
		}) as unknown as IWebhookFunctions;

	beforeEach(() => {
		lines = [];
		jest.useFakeTimers({ now: 0 });
	});
	afterEach(() => jest.useRealTimers());

	it('takes so many lines a minute from whoever sends made-up codes, and says that it leaves some out', () => {
		const context = contextOf('flooded');
		for (let n = 0; n < 1_000; n++) log(context, 'service', `Code ${n} is not valid.`);
		expect(lines).toHaveLength(MOST_LINES);
		expect(lines.at(-1)).toContain('Further messages of this minute are not logged.');
		jest.advanceTimersByTime(60_000);
		log(context, 'service', 'The key is not valid.');
		expect(lines.slice(MOST_LINES)).toEqual(['"Consent" could not link a member: The key is not valid.']);
	});

	it('keeps a place for what is wrong with the trigger itself, and for other triggers', () => {
		for (let n = 0; n < 1_000; n++) log(contextOf('one'), 'service', `${n}`);
		log(contextOf('one'), 'settings', 'No realm.');
		log(contextOf('other'), 'service', 'No answer.');
		expect(lines.slice(MOST_LINES)).toEqual([
			'"Consent" could not link a member: No realm.',
			'"Consent" could not link a member: No answer.',
		]);
	});

	it('is written one line at a time, whatever somebody sent', () => {
		log(contextOf('forged'), 'settings', 'is "a\r\n2026-03-01 | info | all is well\u001b[2J\u2028\u202e\0"');
		expect(lines[0]).toBe('"Consent" could not link a member: is "a 2026-03-01 | info | all is well [2J "');
		log(contextOf('forged'), 'settings', 'x'.repeat(100_000));
		expect(lines[1]!.length).toBeLessThan(3_000);
	});
});

describe('a page', () => {
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
});
