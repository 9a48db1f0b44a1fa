import { PassThrough } from 'node:stream';

import { toConnection } from '../../nodes/RewardsEngagement/api/connection';
import { addressOf, sendHttp, type ApiContext } from '../../nodes/RewardsEngagement/api/http';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { ApiRequest } from '../../nodes/RewardsEngagement/api/request';
import { until } from '../harness/process/wait';
import { contextOf, listen, type Seen } from './n8nHttp';

/** A context where n8n's helper returns or throws this. */
const contextWith = (helper: () => Promise<unknown>) =>
	({ helpers: { httpRequestWithAuthentication: helper } }) as unknown as ApiContext;

const connectionTo = (baseUrl: string, more = {}) => toConnection({ baseUrl, apiKey: 'key', ...more });
const reading: ApiRequest = { method: 'GET', path: path`/a` };

/** Every code that Node.js has for a certificate that it does not accept (its `X509Pointer::ErrorCode` and `tls.js`). */
const CERTIFICATE_CODES = `
	UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CERT_SIGNATURE UNABLE_TO_DECRYPT_CRL_SIGNATURE
	UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY CERT_SIGNATURE_FAILURE CRL_SIGNATURE_FAILURE CERT_NOT_YET_VALID CERT_HAS_EXPIRED
	CRL_NOT_YET_VALID CRL_HAS_EXPIRED ERROR_IN_CERT_NOT_BEFORE_FIELD ERROR_IN_CERT_NOT_AFTER_FIELD
	ERROR_IN_CRL_LAST_UPDATE_FIELD ERROR_IN_CRL_NEXT_UPDATE_FIELD OUT_OF_MEM DEPTH_ZERO_SELF_SIGNED_CERT
	SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_CHAIN_TOO_LONG
	CERT_REVOKED INVALID_CA PATH_LENGTH_EXCEEDED INVALID_PURPOSE CERT_UNTRUSTED CERT_REJECTED HOSTNAME_MISMATCH
	UNSPECIFIED ERR_TLS_CERT_ALTNAME_INVALID ERR_TLS_CERT_ALTNAME_FORMAT`
	.trim()
	.split(/\s+/);

describe('an answer', () => {
	it.each([200, 302, 404, 500])('of status %d is given as it came', async (status) => {
		const url = await listen((_request, response) => {
			response.writeHead(status, { 'X-Some-Header': 'Value', location: 'https://elsewhere.example' });
			response.end('{"a":9007199254740993}');
		});
		expect(await sendHttp(contextOf(), connectionTo(url), reading, 5_000)).toEqual({
			kind: 'response',
			status,
			headers: expect.objectContaining({ 'x-some-header': 'Value' }),
			text: '{"a":9007199254740993}',
			body: { a: 2 ** 53 },
		});
	});

	it('is read to its end, over pieces that cut a character, without a byte order mark', async () => {
		const bytes = Buffer.from('\uFEFF"\u00e9\u20ac \uFEFF"');
		const url = await listen((_request, response) => {
			for (let at = 0; at < bytes.length; at++) response.write(bytes.subarray(at, at + 1));
			response.end();
		});
		expect(await sendHttp(contextOf(), connectionTo(url), reading, 5_000)).toMatchObject({
			text: '"\u00e9\u20ac \uFEFF"',
			body: '\u00e9\u20ac \uFEFF',
		});
	});

	it.each<[string, (body: PassThrough) => void, string]>([
		['breaks', (body) => body.destroy(new Error('it broke')), 'it broke'],
		['is closed', (body) => body.destroy(), 'Premature close'],
	])('whose stream %s before its end is told with the reason', async (_what, end, reason) => {
		const body = new PassThrough();
		const give = async () => await Promise.resolve({ statusCode: 200, headers: {}, body });
		const result = sendHttp(contextWith(give), connectionTo('http://127.0.0.1'), reading, 300);
		await until('the end to be listened for', () => body.listenerCount('end') > 0);
		end(body);
		expect(await result).toMatchObject({
			kind: 'networkError',
			reached: 'perhaps',
			isTransient: true,
			reason,
		});
	});

	it('that is not JSON has no value, and an empty one neither', async () => {
		const url = await listen((request, response) => response.end(request.url === '/a' ? '<html>' : ''));
		expect(await sendHttp(contextOf(), connectionTo(url), reading, 5_000)).toMatchObject({ text: '<html>' });
		const empty = await sendHttp(contextOf(), connectionTo(url), { ...reading, path: path`/b` }, 5_000);
		expect(empty).toMatchObject({ text: '' });
		expect(empty).toHaveProperty('body', undefined);
	});

	it('that n8n has read already is taken too', async () => {
		const give = async (body: unknown) =>
			await sendHttp(
				contextWith(async () => await Promise.resolve({ statusCode: 200, headers: { A: ['b', 'c'] }, body })),
				connectionTo('http://127.0.0.1'),
				reading,
				5_000,
			);
		expect(await give('[1]')).toMatchObject({ text: '[1]', body: [1], headers: { a: 'b,c' } });
		expect(await give({ a: 1 })).toMatchObject({ text: '{"a":1}', body: { a: 1 } });
		expect(await give(undefined)).toMatchObject({ text: '""' });
		expect(await give(null)).toMatchObject({ text: '""' });
	});
});

describe('what is sent', () => {
	it('goes with the credential, and every guard that n8n has', async () => {
		const seen: Seen[] = [];
		const bodies: string[] = [];
		const url = await listen((request, response) => {
			let body = '';
			request.on('data', (piece: Buffer) => (body += piece.toString()));
			request.on('end', () => {
				bodies.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`);
				response.end('{}');
			});
		});
		const connection = connectionTo(url, {
			allowedHttpRequestDomains: 'domains',
			allowedDomains: 'api.example',
		});
		await sendHttp(contextOf(seen), connection, reading, 5_000);
		await sendHttp(contextOf(seen), connection, { ...reading, method: 'POST', body: {} }, 5_000);
		expect(bodies).toEqual(['GET /a undefined ', 'POST /a application/json {}']);
		expect(seen[0]).toEqual({
			credentialType: 'rewardsEngagementApi',
			more: { credentialsDecrypted: connection.credential },
			options: {
				method: 'GET',
				url: `${url}/a`,
				headers: { Accept: 'application/json' },
				encoding: 'stream',
				timeout: 5_000,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				sendCredentialsOnCrossOriginRedirect: false,
				allowedDomains: 'api.example',
				abortSignal: expect.any(AbortSignal),
			},
		});
		expect(seen[1]?.options).toMatchObject({
			body: '{}',
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		});
	});

	it('has its query encoded, without what is not there', () => {
		const connection = connectionTo('https://api.example/v1/', { appUrl: 'https://app.example/' });
		const query = { a: 'x y&z', b: undefined, c: 0, d: false };
		expect(addressOf(connection, { ...reading, query })).toBe(
			'https://api.example/v1/a?a=x+y%26z&c=0&d=false',
		);
		expect(addressOf(connection, { ...reading, query: { b: undefined } })).toBe('https://api.example/v1/a');
		expect(addressOf(connection, reading)).toBe('https://api.example/v1/a');
		expect(addressOf(connection, { ...reading, base: 'app' })).toBe('https://app.example/a');
	});
});

describe('a request that got no answer', () => {
	const failing = async (error: unknown) =>
		await sendHttp(
			contextWith(async () => {
				await Promise.resolve();
				throw error;
			}),
			connectionTo('http://127.0.0.1'),
			reading,
			5_000,
		);
	const wrapped = (inner: object) =>
		Object.assign(new Error('outer'), { cause: { message: 'inner', isAxiosError: true, ...inner } });

	it.each<[string, string, boolean]>([
		['ENOTFOUND', 'never', false],
		['EAI_AGAIN', 'never', true],
		['EHOSTUNREACH', 'never', true],
		['ENETUNREACH', 'never', true],
		['EADDRNOTAVAIL', 'never', true],
		['ECONNREFUSED', 'never', true],
		['ERR_INVALID_URL', 'never', false],
		['ERR_INVALID_CHAR', 'never', false],
		...CERTIFICATE_CODES.map((code): [string, string, boolean] => [code, 'never', false]),
		['CERT_OF_A_FUTURE_NODE', 'perhaps', true],
		['ECONNRESET', 'perhaps', true],
		['EPIPE', 'perhaps', true],
		['ETIMEDOUT', 'perhaps', true],
		['', 'perhaps', true],
	])('for %s reached the service: %s, and may pass: %s', async (code, reached, isTransient) => {
		expect(await failing(wrapped({ code }))).toEqual({
			kind: 'networkError',
			reached,
			isTransient,
			code,
			reason: 'inner',
		});
	});

	it('whose connection did not come to be in time never reached it, and may pass', async () => {
		expect(await failing(wrapped({ code: 'ETIMEDOUT', syscall: 'connect' }))).toMatchObject({
			reached: 'never',
			isTransient: true,
		});
		expect(await failing(wrapped({ code: 'EACCES', syscall: 'connect' }))).toMatchObject({
			reached: 'never',
			isTransient: false,
		});
		expect(await failing(wrapped({ code: 'ECONNRESET', syscall: 'read' }))).toMatchObject({
			reached: 'perhaps',
		});
	});

	it('none of whose addresses could be connected to never reached it, whatever the code of the first is', async () => {
		const [late, refused] = ['ETIMEDOUT', 'ECONNREFUSED'].map((code) => ({ code, syscall: 'connect' }));
		const lost = { code: 'ECONNRESET', syscall: 'read' };
		expect(await failing(wrapped({ code: 'ETIMEDOUT', errors: [late, refused] }))).toMatchObject({
			reached: 'never',
			isTransient: true,
		});
		for (const errors of [[late, lost], []]) {
			expect(await failing(wrapped({ code: 'ETIMEDOUT', errors }))).toMatchObject({ reached: 'perhaps' });
		}
	});

	it.each(['EHOSTUNREACH', 'ENETUNREACH'])(
		'whose way was lost behind it may have reached it: %s',
		async (code) => {
			for (const syscall of ['read', 'write']) {
				expect(await failing(wrapped({ code, syscall }))).toMatchObject({
					reached: 'perhaps',
					isTransient: true,
				});
			}
			expect(await failing(wrapped({ code, syscall: 'connect' }))).toMatchObject({ reached: 'never' });
		},
	);

	it.each([
		'Client network socket disconnected before secure TLS connection was established',
		'Proxy connection ended before receiving CONNECT response',
	])('whose connection ended before it could be used never reached it, and may pass: %s', async (message) => {
		expect(await failing(wrapped({ code: 'ECONNRESET', message }))).toMatchObject({
			reached: 'never',
			isTransient: true,
		});
	});

	it('because n8n refused to send it never reached the service, and does not pass', async () => {
		expect(await failing(new Error('Domain not allowed'))).toEqual({
			kind: 'networkError',
			reached: 'never',
			isTransient: false,
			code: '',
			reason: 'Domain not allowed',
		});
		expect(await failing('no error at all')).toMatchObject({ reached: 'never', reason: 'no error at all' });
	});

	it('is told by the first code that is a text, wherever it lies, and by the innermost words', async () => {
		const error = { message: 'a', code: 7, cause: { message: 'b', code: 'ECONNRESET', isAxiosError: true } };
		expect(
			await failing({ ...error, cause: { ...error.cause, cause: { message: 'c', code: 'X' } } }),
		).toMatchObject({
			code: 'ECONNRESET',
			reason: 'c',
		});
	});

	it('is told of an error that wraps itself', async () => {
		const error: Record<string, unknown> = { message: 'round', isAxiosError: true };
		error.cause = error;
		expect(await failing(error)).toMatchObject({ reached: 'perhaps', reason: 'round' });
	});
});
