import { wordsOf, type Language } from '../../nodes/RewardsEngagement/consentTrigger/locales';
import type { PageName } from '../../nodes/RewardsEngagement/consentTrigger/locales/locale';
import { ahead, useSteadyClock } from '../harness/clock';
import { until } from '../harness/process/wait';
import { authorizationUrl, decide, startTrigger } from './consentFlow';
import type { ConsentTriggerNode, Shown } from './consentTriggerNode';
import { useService } from './sandbox';

useSteadyClock();
const service = useService();
const languages = Object.keys(wordsOf) as Language[];
let trigger: ConsentTriggerNode;

beforeEach(async () => {
	trigger = await startTrigger(service);
	service.control.setConsentRules(service.ids.app.clientId, { returnsState: true });
});
afterEach(async () => {
	await trigger.close();
	expect(trigger.thrown).toEqual([]);
});

const newCode = () => service.control.consent(service.ids.app.clientId, service.ids.members.ada);
const withCode = (code = newCode()) => `${trigger.url}?code=${code}`;
const failExchange = (fault: object) =>
	service.control.addFault({ operation: 'consent.exchangeCode', kind: 'status', ...fault });
const link = async () => await authorizationUrl(trigger, { stateSubject: 'user-42' });

type Open = (url: string) => Promise<Shown>;
const openIn =
	(language: Language): Open =>
	async (url) =>
		await trigger.open(url, { headers: { 'accept-language': `${language}-XX,nl;q=0.9` } });

/** How a person gets to each page, except the pages under load. */
const ways: Record<Exclude<PageName, 'busy' | 'stillLinking'>, (open: Open) => Promise<Shown>> = {
	linked: async (open) => await open(withCode()),
	alreadyLinked: async (open) => {
		const address = withCode();
		await open(address);
		return await open(address);
	},
	declined: async (open) => await open(`${trigger.url}?error=access_denied`),
	movingOn: async (open) => {
		trigger.parameters = { afterSuccess: 'redirect', successUrl: 'https://example.com/' };
		return await open(withCode());
	},
	noCode: async (open) => await open(trigger.url),
	failedBefore: async (open) => await open(`${trigger.url}?error=server_error`),
	tooLong: async (open) => await open(withCode('x'.repeat(13_000))),
	spent: async (open) => {
		const toConsent = await link();
		await open(await decide(service, toConsent));
		return await open(await decide(service, toConsent));
	},
	notReady: async (open) => {
		trigger.parameters = { realmId: '={{ null }}' };
		return await open(withCode());
	},
	stateMissing: async (open) => {
		trigger.parameters = { requireState: true };
		return await open(withCode());
	},
	stateForged: async (open) => await open(`${withCode()}&state=v1.x`),
	stateExpired: async (open) => {
		const location = await decide(service, await link());
		return await ahead(11 * 60_000, async () => await open(location));
	},
	otherApp: async (open) =>
		await open(withCode(service.control.consent(service.ids.otherApp.clientId, service.ids.members.ada))),
	otherAddress: async (open) => {
		const location = new URL(await decide(service, await link()));
		await trigger.close();
		trigger = await startTrigger(service);
		return await open(trigger.url + location.search);
	},
	codeExpired: async (open) => {
		const code = newCode();
		service.control.expireCode(code);
		return await open(withCode(code));
	},
	codeUsed: async (open) => {
		const code = newCode();
		service.state.codes.get(code)!.used = true;
		return await open(withCode(code));
	},
	codeInvalid: async (open) => await open(withCode('made-up')),
	unreachable: async (open) => {
		failExchange({ kind: 'rateLimit', retryAfter: 30, times: 1 });
		return await open(withCode());
	},
	unknownOutcome: async (open) => {
		failExchange({ status: 500, when: 'before', times: 1 });
		return await open(withCode());
	},
};

/** The text of HTML without tags, as a person reads it. */
const textOf = (html: string) =>
	html.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_match, code) => String.fromCharCode(Number(code)));

/** The readable text of a page in order, including its buttons. */
const readable = (html: string) =>
	html
		.slice(html.indexOf('<h1'))
		.split('\n')
		.map(textOf)
		.filter((line) => line !== '');

function expectPage({ html, headers }: Shown, name: PageName, language: Language): void {
	const { pages, newLink, buttons } = wordsOf[language];
	const { title, text } = pages[name];
	const more = { spent: newLink, movingOn: buttons.goOn };
	const last = name in more ? [more[name as keyof typeof more]] : [];
	expect(readable(html)).toEqual([title, ...text, ...last]);
	expect(html).toContain(`<html lang="${language}">`);
	expect(textOf(/<title>.*<\/title>/.exec(html)![0])).toBe(title);
	expect([headers.get('content-language'), headers.get('vary')]).toEqual([language, 'Accept-Language']);
}

describe.each(languages)('a person who reads %s', (language) => {
	it.each(Object.keys(ways) as Array<keyof typeof ways>)('gets the page in it: %s', async (name) =>
		expectPage(await ways[name](openIn(language)), name, language),
	);

	it('is told that a new link is needed where the code of a signed state was refused', async () => {
		const location = await decide(service, await link());
		service.control.expireCode(new URL(location).searchParams.get('code')!);
		const { html } = await openIn(language)(location);
		expect(readable(html).pop()).toBe(wordsOf[language].newLink);
	});
});

it('a crowd is told so in the language of each', async () => {
	failExchange({ kind: 'delay', delay: 3_000 });
	const crowd = Array.from({ length: 100 }, (_unused, n) => trigger.open(withCode(`made-up-${n}`)));
	const exchanges = () =>
		service.requests.filter(({ operationId }) => operationId === 'consent.exchangeCode');
	await until('the exchanges of the crowd', () => exchanges().length === 100);
	for (const language of languages) expectPage(await openIn(language)(withCode()), 'busy', language);
	await Promise.all(crowd);
}, 20_000);

it('who waits in vain for a run to be recorded is told so in the language of each', async () => {
	let record = () => {};
	trigger.recording = new Promise((resolve) => (record = resolve));
	const address = withCode();
	const first = trigger.open(address);
	const shown = await Promise.all(languages.map(async (language) => await openIn(language)(address)));
	record();
	await first;
	for (const [index, language] of languages.entries()) expectPage(shown[index]!, 'stillLinking', language);
}, 40_000);

it('words of the workflow are not said to be in a language', async () => {
	trigger.parameters = { successTitle: 'Dobro došli', denialText: 'Ništa' };
	const { html, headers } = await openIn('fr')(withCode());
	expect(html).toContain('<h1 lang="">Dobro došli</h1>');
	expect(readable(html)[1]).toBe(wordsOf.fr.pages.linked.text[0]);
	expect([headers.get('content-language'), headers.get('vary')]).toEqual([null, 'Accept-Language']);
	const denial = await openIn('fr')(`${trigger.url}?error=access_denied`);
	expect(denial.html).toContain('<p lang="">Ništa</p>');
	expect(denial.headers.get('content-language')).toBeNull();
});

it('a browser that names no language of ours gets English', async () => {
	expectPage(await trigger.open(withCode(), { headers: { 'accept-language': 'nl' } }), 'linked', 'en');
});
