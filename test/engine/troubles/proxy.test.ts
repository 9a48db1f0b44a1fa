import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import { makeCertificate } from '../../harness/tls/certificate';
import type { NodeRun } from '../engine';
import { startEngine, type EngineProcess } from '../engineProcess';
import {
	startForwardProxy,
	passOn,
	startTlsFront,
	type ForwardProxy,
	type Manner,
	type TlsFront,
} from '../proxies';
import { useService } from '../sandbox';

const service = useService();

const authority = makeCertificate({ subject: 'Authority', isAuthority: true });
const folder = mkdtempSync(path.join(tmpdir(), 'rewards-engagement-proxy-'));
const trusted = path.join(folder, 'authority.pem');
writeFileSync(trusted, authority.certificate);

let engine: EngineProcess;
let front: TlsFront;
let proxy: ForwardProxy;

beforeAll(async () => {
	engine = startEngine({ NODE_EXTRA_CA_CERTS: trusted });
	const chain = [makeCertificate({ subject: 'The service', issuer: authority, hosts: ['localhost'] })];
	front = await startTlsFront(chain, (request, response) => passOn(service.baseUrl)(request, response));
});
beforeEach(async () => void (proxy = await startForwardProxy()));
afterEach(async () => await proxy.stop());
afterAll(async () => {
	await engine.stop();
	await front.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** The URLs of the service, with and without encryption. */
const addresses = {
	https: () => `https://localhost:${front.port}`,
	http: () => service.baseUrl,
};
type Scheme = keyof typeof addresses;

const reading: INodeParameters = { resource: 'realm', operation: 'get' };
const paying = (): INodeParameters => ({
	resource: 'member',
	operation: 'transferBalance',
	serviceId: service.ids.members.bonusPool,
	recipientId: service.ids.members.ada,
	amount: 1,
});

/** Runs the node in an n8n instance with this proxy and these additional variables. */
async function run(
	scheme: Scheme,
	parameters: INodeParameters,
	options: INodeParameters = { retries: 0 },
	environment: Record<string, string> = {},
): Promise<NodeRun> {
	return await engine.run({
		environment: { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, NO_PROXY: null, ...environment },
		credential: service.credential({ baseUrl: addresses[scheme]() }),
		parameters: { ...parameters, options },
	});
}

const NOT_APPLIED = 'Nothing was changed in the service.';
const UNKNOWN = 'in the service before you run it again.';

describe('a service behind a proxy', () => {
	it.each<Scheme>(['https', 'http'])('is read and paid through it, over %s', async (scheme) => {
		expect((await run(scheme, reading)).items).toHaveLength(1);
		expect((await run(scheme, paying())).items).toHaveLength(1);
		const { host, origin } = new URL(addresses[scheme]());
		expect(proxy.asked).toEqual([
			scheme === 'https' ? `CONNECT ${host}` : expect.stringMatching(`^GET ${origin}/api/v1/realms/`),
			scheme === 'https' ? `CONNECT ${host}` : expect.stringMatching(`^PATCH ${origin}/api/v1/`),
		]);
		expect(service.requests).toHaveLength(2);
	});

	it.each<Scheme>(['https', 'http'])('that NO_PROXY names is asked without it, over %s', async (scheme) => {
		expect((await run(scheme, reading, undefined, { NO_PROXY: 'localhost,127.0.0.1' })).items).toHaveLength(
			1,
		);
		expect(proxy.asked).toEqual([]);
		expect(service.requests).toHaveLength(1);
	});

	it.each<Scheme>(['https', 'http'])('whose proxy is away saw nothing, over %s', async (scheme) => {
		await proxy.stop();
		const { error } = await run(scheme, paying());
		expect(error?.message).toBe(`Could not connect to the service at ${addresses[scheme]()}`);
		expect(error?.description).toContain('proxy settings of n8n');
		expect(error?.description).toContain(NOT_APPLIED);
		expect(service.requests).toEqual([]);
		proxy = await startForwardProxy();
	});
});

describe('a refusal by the proxy is told apart from one by the service', () => {
	const PASSWORD = 'The proxy of n8n requires a username and password (status 407)';
	const FOREIGN = 'The request was blocked, probably by a proxy or firewall (status 40';

	it.each<[Scheme, number, string, string]>([
		['https', 407, PASSWORD, 'HTTPS_PROXY'],
		['http', 407, PASSWORD, 'HTTPS_PROXY'],
		['https', 403, `${FOREIGN}3)`, 'Ask the operator of the proxy or firewall'],
		['http', 403, `${FOREIGN}3)`, 'Ask the operator of the proxy or firewall'],
		['https', 401, `${FOREIGN}1)`, 'Ask the operator of the proxy or firewall'],
		['http', 401, `${FOREIGN}1)`, 'Ask the operator of the proxy or firewall'],
	])('over %s, %d: and a payment then was not made', async (scheme, status, message, advice) => {
		proxy.manner = status;
		for (const parameters of [paying(), reading]) {
			const { error } = await run(scheme, parameters);
			expect(error?.message).toBe(message);
			expect(error?.description).toContain(advice);
			expect(error?.description?.includes(NOT_APPLIED)).toBe(parameters !== reading);
		}
		expect(proxy.asked).toHaveLength(2);
		expect(service.requests).toEqual([]);
	});

	it.each<[Scheme, number]>([
		['https', 502],
		['http', 502],
		['http', 504],
	])(
		'over %s, %d may come from before or behind the service: a payment may have been made, and is not repeated',
		async (scheme, status) => {
			proxy.manner = status;
			const { error } = await run(scheme, paying(), {});
			expect(error?.message).toBe(`Outcome unknown: the service answered with error ${status}`);
			expect(error?.description).toContain('may come from a proxy');
			expect(error?.description).toContain(UNKNOWN);
			expect(proxy.asked).toHaveLength(1);
		},
	);

	it.each<[Scheme, number, string]>([
		['https', 407, PASSWORD],
		['http', 401, `${FOREIGN}1)`],
	])('over %s, %d: Check Setup reports the address, and not the key', async (...row) => {
		const [scheme, status, message] = row;
		proxy.manner = status;
		const { items } = await run(scheme, { resource: 'realm', operation: 'checkSetup' });
		const [address, key] = items.map(({ json }) => json);
		expect(address).toMatchObject({ check: 'address', ok: false, seen: message });
		expect(key).toMatchObject({ check: 'key', ok: false, checked: false });
	});

	it.each<Scheme>(['https', 'http'])('a refusal by the service keeps its words, over %s', async (scheme) => {
		service.control.addFault({
			operation: 'member.transferBalance',
			kind: 'status',
			status: 403,
			body: { error: 'Forbidden', message: 'No' },
		});
		expect((await run(scheme, paying())).error?.message).toBe('The API key is not allowed to do this: No');
	});
});

describe('a proxy that breaks off', () => {
	it.each<[Scheme, Manner, string, number]>([
		['https', 'breaks off', NOT_APPLIED, 0],
		['https', 'breaks off once connected', NOT_APPLIED, 0],
		['https', 'breaks off once sent', UNKNOWN, 1],
		['http', 'breaks off', UNKNOWN, 0],
		['http', 'breaks off once sent', UNKNOWN, 1],
	])('over %s, and %s: the outcome of a payment is true', async (scheme, manner, outcome, requests) => {
		proxy.manner = manner;
		const { error } = await run(scheme, paying());
		expect(error?.description).toContain(outcome);
		expect(service.requests).toHaveLength(requests);
		expect(error?.message.startsWith('Outcome unknown: ')).toBe(outcome === UNKNOWN);
	});

	it('before anything was sent is asked again, and the payment made once', async () => {
		const manner = () => (proxy.asked.length === 0 ? 'breaks off once connected' : 'passes on');
		Object.defineProperty(proxy, 'manner', { get: manner });
		expect((await run('https', paying(), {})).items).toHaveLength(1);
		expect(proxy.asked).toHaveLength(2);
		expect(service.requests).toHaveLength(1);
	});
});
