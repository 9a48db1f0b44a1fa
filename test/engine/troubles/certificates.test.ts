import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
	inDays,
	makeCertificate,
	subjectHash,
	type Certificate,
	type CertificateOptions,
} from '../../harness/tls/certificate';
import { startEngine, type EngineProcess } from '../engineProcess';
import { useService } from '../sandbox';
import { passOn, startTlsFront, type TlsFront } from '../proxies';

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

let trusting: EngineProcess;
beforeAll(() => void (trusting = engineWith({ NODE_EXTRA_CA_CERTS: file })));

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

const UNTRUSTED = ['n8n does not trust it', TRUST] as const;
const OUTDATED = [
	'it has expired or is not valid yet',
	/Check the clock of n8n.* renew the certificate/,
] as const;
const UNFIT = ['it is for another host, or not in order', /Check the host name of the base URL/] as const;

describe('a payment to a service whose certificate is not accepted was not made, and says why', () => {
	const from = (issuer: Certificate, changes: Partial<CertificateOptions> = {}) =>
		makeCertificate({ subject: 'The service', issuer, hosts, ...changes });

	it.each<[string, Certificate[], readonly [string, RegExp], string]>([
		['self-signed', [makeCertificate({ subject: 'Alone', hosts })], UNTRUSTED, 'self-signed certificate'],
		['of an unknown authority', [from(unknown)], UNTRUSTED, 'unable to verify the first certificate'],
		[
			'of an unknown authority that comes along',
			[from(unknown), unknown],
			UNTRUSTED,
			'self-signed certificate in certificate chain',
		],
		[
			'of somebody whom an unknown authority trusts',
			[from(between), between],
			UNTRUSTED,
			'unable to get local issuer certificate',
		],
		['expired', [from(known, { from: inDays(-3), until: inDays(-2) })], OUTDATED, 'certificate has expired'],
		[
			'not yet valid',
			[from(known, { from: inDays(2), until: inDays(3) })],
			OUTDATED,
			'certificate is not yet valid',
		],
		['of another host', [from(known, { hosts: ['elsewhere.example'] })], UNFIT, 'does not match'],
		[
			'of an authority that is none',
			[from(sound, { subject: 'Another service' }), sound],
			UNFIT,
			'unsuitable certificate purpose',
		],
		// Node.js has no code for what is wrong with it.
		[
			'with a rule that nobody knows',
			[from(known, { hasUnknownRule: true })],
			UNFIT,
			'unhandled critical extension',
		],
	])('%s', async (_what, chain, [problem, advice], reason) => {
		const front = await frontOf(...chain);
		const { error, items } = await pay(trusting, front.url);
		expect(items).toEqual([]);
		expect(error?.message).toBe(`The certificate of the service was not accepted: ${problem}`);
		expect(error?.description).toMatch(/^Nothing was changed in the service\. /);
		expect(error?.description).toMatch(advice);
		const [, systemSays] = error?.description?.split(`The system says of ${front.url}: `) ?? [];
		expect(systemSays).toContain(reason);
		// Asked only once, because the error is permanent. The unknown server got nothing, least of all the key.
		expect(front.requests).toEqual([]);
	});
});

it.each([
	['NODE_EXTRA_CA_CERTS', () => trusting],
	[
		'the folder of the Docker image',
		() => engineWith({ NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_DIR: folder }),
	],
])('a certificate that n8n trusts because of %s is accepted', async (_way, engine) => {
	const front = await frontOf(sound);
	const { error, items } = await pay(engine(), front.url);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(front.requests).toHaveLength(1);
});
