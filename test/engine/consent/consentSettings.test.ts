import type { INodeParameters } from 'n8n-workflow';

import {
	authorizationUrl,
	consentCredential,
	decide,
	startTrigger,
	type ConsentTriggerNode,
} from './consentTriggerNode';
import { useSteadyClock } from '../../harness/clock';
import { useService } from '../sandbox';

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

const newCode = () => service.control.consent(service.ids.app.clientId, service.ids.members.ada);
const opened = (query: string, init?: RequestInit) => trigger.open(`${trigger.url}?${query}`, init);
const exchanges = () =>
	service.requests.filter(({ operationId }) => operationId === 'consent.exchangeCode').length;
const link = async (fields: object = { stateSubject: 'user-42' }, query = '') =>
	await authorizationUrl(trigger, fields, `${trigger.url}${query}`);
const LINKED = 'Your account is linked';

describe('an expression that fails', () => {
	const BROKEN = "={{ $('Nowhere').first().json.x }}";

	it('under "After Success" leaves the denial page alone, and is found before the code is used', async () => {
		trigger.parameters = { afterSuccess: 'redirect', successUrl: BROKEN };
		expect((await opened('error=access_denied')).title).toBe('Nothing was linked');
		const code = newCode();
		expect((await opened(`code=${code}`)).title).toBe('This page is not ready yet');
		expect([trigger.logged.length, exchanges()]).toEqual([1, 0]);
		trigger.parameters = {};
		expect((await opened(`code=${code}`)).title).toBe(LINKED);
	});

	it('under "After Denial" links people all the same', async () => {
		trigger.parameters = { afterDenial: 'redirect', denialUrl: BROKEN, options: { startOnDenial: BROKEN } };
		expect((await opened('error=access_denied')).title).toBe('This page is not ready yet');
		expect((await opened(`code=${newCode()}`)).title).toBe(LINKED);
	});
});

describe('an expression that gives nothing is no empty field', () => {
	const NOTHING = ['={{ $json.nope }}', '={{ "" }}', '={{ null }}', '= '];
	const cases: Array<[string, (value: string) => INodeParameters]> = [
		['Realm ID', (realmId) => ({ realmId })],
		['Require Signed State', (requireState) => ({ requireState })],
		['Success Page Title', (successTitle) => ({ successTitle })],
		['Success Page Text', (successText) => ({ successText })],
		['Redirect To', (successUrl) => ({ afterSuccess: 'redirect', successUrl })],
		['Client ID', (clientId) => ({ options: { clientId } })],
	];

	it.each(cases)('%s', async (name, parameters) => {
		const location = await decide(service, await link());
		for (const value of NOTHING) {
			trigger.parameters = parameters(value);
			const { status, title } = await trigger.open(location);
			expect([value, status, title]).toEqual([value, 500, 'This page is not ready yet']);
			expect(trigger.logged.pop()).toContain(`"${name}" is an expression that returned no value`);
		}
		expect([trigger.executions, exchanges()]).toEqual([0, 0]);
	});

	it.each<[string, INodeParameters]>([
		['Realm ID', { realmId: '=realm-{{ $json.query.nope }}' }],
		['Client ID', { options: { clientId: '=app-{{ $json.query.nope }}' } }],
		['Success Page Text', { successText: '={{ null }} is linked' }],
		['Redirect To', { afterSuccess: 'redirect', successUrl: '=https://example.com/{{ $json.query.nope }}' }],
	])('%s, in a part of a text: %j', async (name, parameters) => {
		trigger.parameters = parameters;
		const { status, title } = await trigger.open(await decide(service, await link()));
		expect([status, title]).toEqual([500, 'This page is not ready yet']);
		expect(trigger.logged.pop()).toMatch(`"${name}" contains an expression that returned no value: {{ `);
		expect([trigger.executions, exchanges()]).toEqual([0, 0]);
	});

	it('a part that is empty on purpose is a value', async () => {
		trigger.parameters = { successTitle: '=Hello {{ $json.query.nope ?? "" }}!' };
		expect((await opened(`code=${newCode()}`)).title).toBe('Hello !');
	});

	it.each([
		['denialTitle', 'Denial Page Title', {}],
		['denialUrl', 'Redirect To', { afterDenial: 'redirect' }],
	])('%s', async (parameter, name, others) => {
		trigger.parameters = { ...others, [parameter]: NOTHING[0]! };
		expect((await opened('error=access_denied')).status).toBe(500);
		expect(trigger.logged.pop()).toContain(`"${name}" is an expression that returned no value`);
	});

	it.each([
		['Start on Denial', { options: { startOnDenial: '={{ $json.nope }}' } }],
		['Realm ID', { options: { startOnDenial: true }, realmId: '={{ $json.nope }}' }],
	])('%s, where a denial has a signed state', async (name, parameters) => {
		trigger.parameters = parameters;
		expect((await trigger.open(await decide(service, await link(), 'deny'))).status).toBe(500);
		expect(trigger.logged.pop()).toContain(`"${name}" is an expression that returned no value`);
		expect(trigger.executions).toBe(0);
	});

	it.each([
		[{ realmId: '={{ {} }}' }, '"Realm ID" must be text'],
		[{ requireState: '={{ "no" }}' }, '"Require Signed State" must be true or false'],
		[{ requireState: '={{ 0 }}' }, '"Require Signed State" must be true or false'],
	])('nor is what is of another kind: %j', async (parameters, words) => {
		trigger.parameters = parameters;
		expect((await opened(`code=${newCode()}`)).status).toBe(500);
		expect(trigger.logged.pop()).toContain(words);
		expect(exchanges()).toBe(0);
	});

	it('a word that stands for a switch is taken for it', async () => {
		trigger.parameters = { requireState: '={{ "true" }}' };
		expect((await opened(`code=${newCode()}`)).status).toBe(403);
	});
});

describe('an address that an expression makes', () => {
	const NEXT = '={{ $json.query.next }}';
	const goTo = async (successUrl: string, next: string, allowedHosts = '') => {
		trigger.parameters = { afterSuccess: 'redirect', successUrl, options: { allowedHosts } };
		// The service would compare it with the registered one.
		const redirectUri = `${trigger.url}?next=${encodeURIComponent(next)}`;
		service.control.setRedirectUri(service.ids.app.clientId, redirectUri);
		const { status, headers } = await trigger.open(`${redirectUri}&code=${newCode()}`);
		return status === 303 ? headers.get('location') : status;
	};

	it.each([
		['https://evil.example/', ''],
		['https://evil.example/', 'example.com'],
		['https://example.com@evil.example/', 'example.com'],
		['https://evil@example.com/', 'example.com'],
		['//evil.example/', 'example.com'],
		['https:\\\\evil.example', 'example.com'],
		['https://evil.example\\@example.com/', 'example.com'],
		['https://example.com.evil.example/', 'example.com'],
		['https://sub.example.com/', 'example.com'],
		['https://example.com:8443/', 'example.com'],
		['https://example.com/', 'example.com:8443'],
		['https://ex\u0430mple.com/', 'example.com'],
		['javascript:alert(1)//example.com/', 'example.com'],
		['https://example.com./', 'example.com'],
		['https://example.com\n.evil.example/', 'example.com'],
		['java\tscript:alert(1)//example.com/', 'example.com'],
		['https://%65vil.example/', 'example.com'],
	])('does not lead to %s where %j is named', async (next, hosts) => {
		expect(await goTo(NEXT, next, hosts)).toBe(500);
		expect([trigger.executions, exchanges()]).toEqual([0, 0]);
	});

	it.each([
		['https://example.com/a?b=1', 'example.com', 'https://example.com/a?b=1'],
		['HTTPS://EXAMPLE.COM/a', ' other.example , Example.com', 'https://example.com/a'],
		['https://example.com:443/', 'example.com', 'https://example.com/'],
		['https://example.com:8443/', 'a.example;example.com:8443', 'https://example.com:8443/'],
		['https://bücher.example/', 'BÜCHER.example', 'https://xn--bcher-kva.example/'],
		['https://example.com/@evil.example', 'example.com', 'https://example.com/@evil.example'],
	])('leads to %s where %j is named', async (next, hosts, location) => {
		expect(await goTo(NEXT, next, hosts)).toBe(location);
	});

	it.each([
		[
			'=https://example.com/?x={{ $json.query.next }}',
			'//evil.example',
			'https://example.com/?x=//evil.example',
		],
		['=https://example.com/{{ $json.query.next }}', '/evil.example', 'https://example.com//evil.example'],
		['=https://example.com:8443?{{ $json.query.next }}', 'a', 'https://example.com:8443/?a'],
		['= https://example.com#{{ $json.query.next }}', 'a', 'https://example.com/#a'],
		['=https://example.com/fixed', 'a', 'https://example.com/fixed'],
	])('needs nothing named when its host is written out: %s', async (successUrl, next, location) => {
		expect(await goTo(successUrl, next)).toBe(location);
	});

	it.each([
		['=https://example.com{{ $json.query.next }}', '.evil.example'],
		['=https://example.com{{ $json.query.next }}', '@evil.example'],
		['=https://{{ $json.query.next }}/example.com/', 'evil.example'],
		['=https://user@{{ $json.query.next }}/', 'evil.example'],
		['=https://user@example.com/{{ $json.query.next }}', 'a'],
		['=https:\\\\{{ $json.query.next }}/', 'evil.example'],
		['={{ "https://example.com/" + $json.query.next }}', 'a'],
	])(
		'is refused when what is written out does not reach the end of the host: %s',
		async (successUrl, next) => {
			expect(await goTo(successUrl, next)).toBe(500);
		},
	);

	it.each(['https://example.com', 'example.com/path', '*.example.com', 'a@b', '={{ $json.query.host }}'])(
		'has no use for %j as the name of a host',
		async (hosts) => {
			expect(await goTo(NEXT, 'https://example.com/', hosts)).toBe(500);
			expect(trigger.logged.join()).toContain('"Redirect Hosts" must be host names');
			await expect(trigger.publish()).rejects.toThrow('"Redirect Hosts"');
		},
	);

	it('stops the publishing where its host could be any', async () => {
		trigger.parameters = { afterDenial: 'redirect', denialUrl: NEXT };
		await expect(trigger.publish()).rejects.toThrow('The host of "Redirect To" comes from an expression');
		trigger.parameters = { afterDenial: 'redirect', denialUrl: '=https://example.com/{{ $json.query.x }}' };
		expect(await trigger.publish()).toBe(true);
	});
});

describe('publishing', () => {
	it('goes through with sound settings, and with expressions, which need a request', async () => {
		expect(await trigger.publish()).toBe(true);
		trigger.parameters = {
			afterSuccess: 'redirect',
			successUrl: '={{ $json.query.next }}',
			requireState: true,
			options: { allowedHosts: 'example.com' },
		};
		expect(await trigger.publish()).toBe(true);
	});

	it.each(['successUrl', 'denialUrl'])('stops at a %s that no browser can be sent to', async (name) => {
		const choice = name === 'successUrl' ? 'afterSuccess' : 'afterDenial';
		trigger.parameters = { [choice]: 'redirect', [name]: 'example.com/next' };
		await expect(trigger.publish()).rejects.toThrow('but is "example.com/next"');
	});

	it('stops where a state is demanded and the app is not known', async () => {
		trigger.parameters = { requireState: true };
		trigger.credential = consentCredential(service, { clientId: '' });
		await expect(trigger.publish()).rejects.toThrow('"Client ID" is missing');
		trigger.parameters = { requireState: true, options: { clientId: 'club-bot' } };
		expect(await trigger.publish()).toBe(true);
	});
});
