import { createHash } from 'node:crypto';
import http, { type OutgoingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';

import { post, type Answer } from '../http/receiver';
import { Random } from '../random';
import { eventBody, sign, type Target } from './sender';

/** A request that a trigger must not accept. */
export interface Forgery {
	kind: string;
	headers: OutgoingHttpHeaders;
	body: Buffer | string;
}

interface Material {
	body: string;
	/** The real service would send this signature for the body. */
	genuine: string;
	random: Random;
}

const SIGNATURE = 'x-service-signature';
const json = { 'content-type': 'application/json' };

/** Each makes one request. None has a signature that matches its bytes. */
const kinds: Record<string, (material: Material) => Omit<Forgery, 'kind'>> = {
	'no signature': ({ body }) => ({ headers: json, body }),
	'empty signature': ({ body }) => signed(body, ''),
	'another secret': ({ body }) => signed(body, sign(body, 'not the secret')),
	'empty secret': ({ body }) => signed(body, sign(body, '')),
	'the word undefined for a secret': ({ body }) => signed(body, sign(body, 'undefined')),
	'no prefix': ({ body, genuine }) => signed(body, genuine.slice('sha256='.length)),
	'another prefix': ({ body, genuine }) => signed(body, genuine.replace('sha256', 'sha1')),
	'upper case': ({ body, genuine }) => signed(body, genuine.toUpperCase()),
	'a digit too few': ({ body, genuine }) => signed(body, genuine.slice(0, -1)),
	'a digit too many': ({ body, genuine }) => signed(body, `${genuine}0`),
	'a space in between': ({ body, genuine }) => signed(body, genuine.replace('=', '= ')),
	'a list of signatures': ({ body, genuine }) => signed(body, `${genuine}, ${genuine}`),
	'a plain hash': ({ body }) => signed(body, `sha256=${createHash('sha256').update(body).digest('hex')}`),
	'the signature twice': ({ body, genuine }) => ({
		headers: { ...json, [SIGNATURE]: [genuine, genuine] },
		body,
	}),
	'a digit changed': ({ body, genuine, random }) => signed(body, changeHexDigit(genuine, random)),
	'a bit of the body changed': ({ body, genuine, random }) => signed(changeBit(body, random), genuine),
	'the JSON written again': ({ body, genuine }) =>
		signed(JSON.stringify(JSON.parse(body) as unknown, null, 1), genuine),
	'a space at the end': ({ body, genuine }) => signed(`${body} `, genuine),
	'an empty body': ({ genuine }) => signed('', genuine),
	'broken JSON': ({ body, genuine }) => signed(body.slice(0, -2), genuine),
	'deeply nested JSON': ({ genuine }) => signed(`${'['.repeat(5_000)}${']'.repeat(5_000)}`, genuine),
	'JSON with __proto__': ({ body, genuine }) =>
		signed(body.replace('{', '{"__proto__":{"admin":true},'), genuine),
	'plain text': ({ body }) => typed('text/plain', body),
	form: ({ body }) => typed('application/x-www-form-urlencoded', `payload=${encodeURIComponent(body)}`),
	bytes: ({ body }) => typed('application/octet-stream', body),
	'no content type': ({ body }) => ({ headers: { [SIGNATURE]: sign(body, 'not the secret') }, body }),
	'a content type that is none': ({ body }) => typed('///;;;', body),
	'an unknown character set': ({ body }) => typed('application/json; charset=klingon', body),
	multipart: ({ body }) =>
		typed(
			'multipart/form-data; boundary=x',
			`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${body}\r\n--x--\r\n`,
		),
	'another multipart': ({ body }) => typed('multipart/mixed; boundary=x', `--x\r\n\r\n${body}\r\n--x--\r\n`),
	'broken multipart': ({ body }) => typed('multipart/form-data', body),
	gzip: ({ body, genuine }) => encoded('gzip', gzipSync(body.replace('quest', 'quist')), genuine),
	'not gzip, but called so': ({ body }) => encoded('gzip', Buffer.from(body), sign(body, 'not the secret')),
	'half a gzip': ({ body, genuine }) => encoded('gzip', gzipSync(body).subarray(0, 40), genuine),
	'an unknown encoding': ({ body }) => encoded('sdch', Buffer.from(body), sign(body, 'not the secret')),
	'a signature of 8 KB': ({ body }) => signed(body, `sha256=${'a'.repeat(8_192)}`),
	'headers of 64 KB': ({ body }) => ({ headers: { ...json, 'x-filler': 'f'.repeat(65_536) }, body }),
	'500 headers': ({ body }) => ({ headers: { ...json, ...manyHeaders(500) }, body }),
	'a body of 256 KB': ({ body, genuine }) =>
		signed(body.replace('}}', `},"filler":"${'f'.repeat(262_144)}"}`), genuine),
};

/**
 * XML is separate. n8n reads it with one parser for all requests, and when several arrive together, some never get a
 * response. That happens before n8n calls a trigger, and affects only the connection of the sender.
 */
const xmlKinds: typeof kinds = {
	XML: ({ body }) => typed('application/xml', `<event>${body.length}</event>`),
	'broken XML': () => typed('application/xml', '<event><not closed'),
};

/** Makes the n-th forgery of a series. */
export type Forger = (index: number, target: Pick<Target, 'secret' | 'realmId'>) => Forgery;

/** All kinds except XML in turn, each with a different body. */
export const forgery: Forger = (index, target) => make(kinds, index, target);

/** Valid and broken XML in turn. */
export const xmlForgery: Forger = (index, target) => make(xmlKinds, index, target);

function make(from: typeof kinds, index: number, target: Pick<Target, 'secret' | 'realmId'>): Forgery {
	const names = Object.keys(from);
	const kind = names[index % names.length] ?? '';
	const body = eventBody(index, target.realmId);
	const material = { body, genuine: sign(body, target.secret), random: new Random(index) };
	return { kind, ...(from[kind]?.(material) ?? { headers: {}, body: '' }) };
}

function signed(body: Buffer | string, signature: string): Omit<Forgery, 'kind'> {
	return { headers: { ...json, [SIGNATURE]: signature }, body };
}

function typed(contentType: string, body: string): Omit<Forgery, 'kind'> {
	return { headers: { 'content-type': contentType, [SIGNATURE]: sign(body, 'not the secret') }, body };
}

function encoded(encoding: string, body: Buffer, signature: string): Omit<Forgery, 'kind'> {
	return { headers: { ...json, 'content-encoding': encoding, [SIGNATURE]: signature }, body };
}

function changeHexDigit(signature: string, random: Random): string {
	const at = 'sha256='.length + random.below(64);
	const changed = (parseInt(signature[at] ?? '0', 16) ^ (1 + random.below(15))).toString(16);
	return signature.slice(0, at) + changed + signature.slice(at + 1);
}

function changeBit(body: string, random: Random): Buffer {
	const bytes = Buffer.from(body);
	const at = random.below(bytes.length);
	bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
	return bytes;
}

function manyHeaders(count: number): OutgoingHttpHeaders {
	return Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-filler-${index}`, '1']));
}

/** The error of `post` for an attempt without a response. */
const TIMED_OUT = 'timed out';

/** The responses to a flood of forgeries. */
export interface FloodResult {
	statuses: Map<number, number>;
	latencies: number[];
	/** Kinds of forgeries with a successful response, and how many. */
	accepted: Map<string, number>;
	/** Requests without a response. */
	hung: number;
	/** The statuses of each kind. */
	byKind: Map<string, Set<number>>;
}

export interface FloodOptions {
	from: number;
	to: number;
	/** Requests at a time. */
	lanes: number;
	/** The timeout in milliseconds. A request without a response until then counts as hung. */
	timeout?: number;
	forger?: Forger;
	progress?: (done: number) => void;
}

/** Sends forgeries, and records the responses. */
export async function flood(
	target: Target,
	{ from, to, lanes, timeout = 30_000, forger = forgery, progress }: FloodOptions,
): Promise<FloodResult> {
	const result: FloodResult = {
		statuses: new Map(),
		latencies: [],
		accepted: new Map(),
		hung: 0,
		byKind: new Map(),
	};
	const agent = new http.Agent({ keepAlive: true, maxSockets: lanes });
	const url = target.urls[0] ?? '';
	let next = from;
	const lane = async () => {
		while (next < to) {
			const made = forger(next++, target);
			note(result, made, await post({ url, ...made, timeout, agent }));
			progress?.(next);
		}
	};
	await Promise.all(Array.from({ length: lanes }, lane));
	agent.destroy();
	return result;
}

function note(result: FloodResult, { kind }: Forgery, { status, milliseconds, text }: Answer): void {
	result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
	result.latencies.push(milliseconds);
	result.byKind.set(kind, (result.byKind.get(kind) ?? new Set<number>()).add(status));
	if (status >= 200 && status < 300) result.accepted.set(kind, (result.accepted.get(kind) ?? 0) + 1);
	if (text.endsWith(TIMED_OUT)) result.hung += 1;
}
