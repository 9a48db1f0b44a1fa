import { WebhookContext } from 'n8n-core';

import { ahead, useSteadyClock } from '../harness/clock';
import { until } from '../harness/process/wait';
import { authorizationUrl, decide, startTrigger } from './consentFlow';
import type { ConsentTriggerNode } from './consentTriggerNode';
import { useService } from './sandbox';

useSteadyClock();
const service = useService();
let trigger: ConsentTriggerNode;

beforeEach(async () => {
	trigger = await startTrigger(service);
	service.control.setConsentRules(service.ids.app.clientId, { returnsState: true });
});
afterEach(async () => {
	await trigger.close();
	expect(trigger.thrown).toEqual([]);
});

const MINUTE_MS = 60_000;
const newCode = () => service.control.consent(service.ids.app.clientId, service.ids.members.ada);
const exchanges = () =>
	service.requests.filter(({ operationId }) => operationId === 'consent.exchangeCode').length;

it('a person who reloads the page minutes later still sees that the account is linked', async () => {
	const url = `${trigger.url}?code=${newCode()}`;
	await trigger.open(url);
	const { title } = await ahead(9 * MINUTE_MS, async () => await trigger.open(url));
	expect([title, trigger.runs.length, exchanges()]).toEqual(['Your account is already linked', 1, 1]);
});

it('a signed state takes no second code for as long as it is valid', async () => {
	const link = await authorizationUrl(trigger, { stateSubject: 'user-42', stateLifetime: 60 });
	const [first, second] = [await decide(service, link), await decide(service, link)];
	await trigger.open(first);
	await ahead(55 * MINUTE_MS, async () => {
		expect((await trigger.open(second)).title).toBe('This link was used before');
	});
	expect([trigger.executions, exchanges()]).toEqual([1, 1]);
});

it('a demanded state that somebody else made is told apart from a missing one', async () => {
	trigger.parameters = { requireState: true };
	const titleOf = async (query: string) =>
		(await trigger.open(`${trigger.url}?code=${newCode()}${query}`)).title;
	expect(await titleOf('&state=of-another-maker')).toBe('This link cannot be trusted');
	expect(await titleOf('')).toBe('This link is incomplete');
	expect([trigger.runs, exchanges()]).toEqual([[], 0]);
});

it('a second request does not wait for ever for an execution that n8n does not record', async () => {
	let record = () => {};
	trigger.recording = new Promise((resolve) => (record = resolve));
	const url = `${trigger.url}?code=${newCode()}`;
	const first = trigger.open(url);
	await until('the exchange', () => exchanges() > 0);
	const now = performance.now.bind(performance);
	let passed = 0;
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + (passed += 10_000));
	const { status, title } = await trigger.open(url).finally(() => clock.mockRestore());
	expect([status, title]).toEqual([202, 'Just a moment']);
	record();
	expect((await first).title).toBe('Your account is linked');
	expect(trigger.runs).toHaveLength(1);
});

it('a state made for the test address is good there in an older n8n too, which names only the other one', async () => {
	const name = 'getWebhookResourceUrl';
	const newer = Object.getOwnPropertyDescriptor(WebhookContext.prototype, name)!;
	Object.defineProperty(WebhookContext.prototype, name, { ...newer, value: undefined });
	const listener = await startTrigger(service, { requireState: true }, true);
	const { title } = await listener.open(
		await decide(service, await authorizationUrl(listener, { stateSubject: 'x' })),
	);
	Object.defineProperty(WebhookContext.prototype, name, newer);
	await listener.close();
	expect([title, listener.runs.length]).toEqual(['Your account is linked', 1]);
});
