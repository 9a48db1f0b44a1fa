import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { inDays, makeCertificate, subjectHash, type Certificate } from '../harness/tls/certificate';
import { startEngine, type EngineProcess } from './engineProcess';
import { useService } from './sandbox';
import { passOn, startTlsFront, type TlsFront } from './tlsFront';

const service = useService();

const hosts = ['127.0.0.1'];
const known = makeCertificate({ subject: 'Known authority', isAuthority: true });
const unknown = makeCertificate({ subject: 'Unknown authority', isAuthority: true });
const between = makeCertificate({ subject: 'Between', issuer: unknown, isAuthority: true });
const sound = makeCertificate({ subject: 'The service', issuer: known, hosts });

/** The certificate folder of n8n's Docker image: each file has the hash of its subject as its name. */
const folder = mkdtempSync(path.join(tmpdir(), 'rewards-engagement-certificates-'));
const file = path.join(folder, `${subjectHash(known.subject)}.0`);
writeFileSync(file, known.certificate);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const engines: EngineProcess[] = [];
const fronts: TlsFront[] = [];
afterEach(async () => {
	for (const front of fronts.splice(0)) await front.stop();
});
afterAll(async () => {
	for (const engine of engines) await engine.stop();
});

function engineWith(environment: NodeJS.ProcessEnv): EngineProcess {
	const engine = startEngine(environment);
	engines.push(engine);
	return engine;
}

async function frontOf(...chain: Certificate[]): Promise<TlsFront> {
	const front = await startTlsFront(chain, passOn(service.baseUrl));
	fronts.push(front);
	return front;
}

const pay = async (engine: EngineProcess, baseUrl: string) =>
	await engine.run({
		environment: {},
		credential: service.credential({ baseUrl }),
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: service.ids.members.bonusPool,
			recipientId: service.ids.members.ada,
			amount: 1,
		},
	});

const TRUST = /\/opt\/custom-certificates .*NODE_EXTRA_CA_CERTS .*restart all n8n processes/;

describe('a payment to a service whose certificate is not accepted was not made, and says why', () => {
	let engine: EngineProcess;
	beforeAll(() => (engine = engineWith({ NODE_EXTRA_CA_CERTS: file })));

	it.each<[string, Certificate[], string, RegExp]>([
		['self-signed', [makeCertificate({ subject: 'The service', hosts })], 'it is self-signed', TRUST],
		[
			'of an unknown authority',
			[makeCertificate({ subject: 'The service', issuer: unknown, hosts })],
			'n8n does not trust its authority',
			TRUST,
		],
		[
			'of an unknown authority that comes along',
			[makeCertificate({ subject: 'The service', issuer: unknown, hosts }), unknown],
			'n8n does not trust its authority',
			TRUST,
		],
		[
			'of somebody whom an unknown authority trusts',
			[makeCertificate({ subject: 'The service', issuer: between, hosts }), between],
			'n8n does not trust its authority',
			TRUST,
		],
		[
			'expired',
			[
				makeCertificate({
					...{ subject: 'The service', issuer: known, hosts },
					...{ from: inDays(-3), until: inDays(-2) },
				}),
			],
			'it or its authority has expired',
			/operator of the service to renew it/,
		],
		[
			'not yet valid',
			[
				makeCertificate({
					...{ subject: 'The service', issuer: known, hosts },
					...{ from: inDays(2), until: inDays(3) },
				}),
			],
			'it or its authority is not valid yet',
			/Check the clock/,
		],
		[
			'of another host',
			[makeCertificate({ subject: 'The service', issuer: known, hosts: ['elsewhere.example'] })],
			'it is for another host name',
			/Check the host name of the base URL/,
		],
		[
			'of an authority that is none',
			[makeCertificate({ subject: 'Another service', issuer: sound, hosts }), sound],
			'it or its authority is not in order',
			/Ask the operator/,
		],
	])('%s', async (_what, chain, problem, advice) => {
		const front = await frontOf(...chain);
		const { error, items } = await pay(engine, front.url);
		expect(items).toEqual([]);
		expect(error?.message).toBe(`The certificate of the service was not accepted: ${problem}`);
		expect(error?.description).toMatch(advice);
		expect(error?.description).toContain('Nothing was changed in the service');
		// Asked only once, because the error is permanent. The unknown server got nothing, least of all the key.
		expect(front.requests).toEqual([]);
	});
});

it.each([
	['NODE_EXTRA_CA_CERTS', { NODE_EXTRA_CA_CERTS: file }],
	['the folder of the Docker image', { NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_DIR: folder }],
])('a certificate that n8n trusts because of %s is accepted', async (_way, environment) => {
	const front = await frontOf(sound);
	const { error, items } = await pay(engineWith(environment), front.url);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(front.requests).toHaveLength(1);
});
