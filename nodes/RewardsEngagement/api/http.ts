import type {
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { unsentProblem } from '../errors';
import { isRecord, parseJson } from '../shared/json';
import type { ApiRequest } from './request';
import type { Connection } from './connection';
import { EndedEarly, within } from './time';

/** The n8n contexts in which this package talks to the service. */
export type ApiContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** The service responded, or something in its place. `body` is a JSON value, or `undefined` if it is not JSON. */
export interface HttpResponse {
	kind: 'response';
	status: number;
	headers: Readonly<Record<string, string>>;
	text: string;
	body: unknown;
}

/** No complete response came back. */
export interface NetworkError {
	kind: 'networkError';
	/** `never` if no connection was made, so the service has certainly seen nothing. */
	reached: 'never' | 'perhaps';
	/** Whether the same request may well succeed a little later. */
	isTransient: boolean;
	/** The system's error code, such as `ECONNREFUSED`, or an empty string. */
	code: string;
	/** The system's error message. */
	reason: string;
}

export type HttpResult = HttpResponse | NetworkError;

/**
 * The largest response that is read: a hundred large pages of records, and little memory for n8n. Files are
 * downloaded in another way.
 */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * Sends one request once and returns any result. It does not throw for statuses or network errors. It ends, and
 * closes its connection, after `timeout` milliseconds or when the execution is canceled.
 *
 * HTTP errors count as responses for two reasons (n8n-core, `request-helpers/authentication.js`, and n8n-workflow,
 * `node-api.error.js`). Otherwise n8n repeats a request after a 401, and n8n's own error cannot get another message.
 * It does not follow redirects, which could carry the key to another origin.
 */
export async function sendHttp(
	context: ApiContext,
	connection: Connection,
	request: ApiRequest,
	timeout: number,
): Promise<HttpResult> {
	const canceled = cancelSignalOf(context);
	// Nothing is sent for an execution that is already canceled.
	if (canceled?.aborted) return NOT_SENT;
	try {
		return await within(timeout, canceled, (signal) =>
			roundTrip(context, connection, request, timeout, signal),
		);
	} catch (thrown) {
		return thrown instanceof EndedEarly ? ENDED[thrown.by] : toFault(thrown);
	}
}

async function roundTrip(
	context: ApiContext,
	connection: Connection,
	request: ApiRequest,
	timeout: number,
	abortSignal: AbortSignal,
): Promise<HttpResult> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: addressOf(connection, request),
		headers: { Accept: 'application/json' },
		// We read the body ourselves, because n8n would accept a body of any size.
		encoding: 'stream',
		timeout,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		allowedDomains: connection.allowedDomains,
		abortSignal,
	};
	if (request.body !== undefined) {
		// As text, because n8n drops a body that is an empty object.
		options.body = JSON.stringify(request.body);
		options.headers = { ...options.headers, 'Content-Type': 'application/json' };
	}
	const scope = withCancelSignal(context, abortSignal);
	const { statusCode, headers, body } = (await scope.helpers.httpRequestWithAuthentication.call(
		scope,
		'rewardsEngagementApi',
		options,
		{ credentialsDecrypted: connection.credential },
	)) as FullResponse;
	try {
		const text = await readText(body);
		return text === undefined ? TOO_LARGE : toResponse(statusCode, headers, text);
	} catch (error) {
		// The service has started to respond, whatever the error is.
		return { ...toFault(error), reached: 'perhaps', isTransient: true };
	}
}

/** Fires when the execution is canceled. n8n has no such signal in the editor and in hooks. */
export function cancelSignalOf(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/**
 * The context with another cancel signal. For a request with credentials, n8n uses the signal of the execution and
 * ignores any other (n8n-core, `request-helpers/authentication.js`).
 */
function withCancelSignal(context: ApiContext, signal: AbortSignal): ApiContext {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as ApiContext;
}

/**
 * The address of a request: base address, path and query.
 *
 * @throws {Problem} when the credential's base address is not valid
 */
export function addressOf(connection: Connection, request: ApiRequest): string {
	const [name, problem] =
		request.base === 'app' ? ['App URL', connection.appUrlProblem] : ['Base URL', connection.baseUrlProblem];
	if (problem) throw unsentProblem(`"${name}" ${problem}`, 'Correct it in the credential.');
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(request.query ?? {})) {
		for (const one of Array.isArray(value) ? value : [value]) {
			if (one !== undefined) query.append(name, String(one));
		}
	}
	const search = query.toString();
	const base = request.base === 'app' ? connection.appUrl : connection.baseUrl;
	return base + request.path.text + (search && `?${search}`);
}

/**
 * A text that is equal for two reads if they ask the service for the same thing.
 *
 * @throws {Problem} as {@link addressOf}
 */
export function questionOf(connection: Connection, request: ApiRequest): string {
	return JSON.stringify([request.method, addressOf(connection, request), request.body]);
}

export interface FullResponse {
	statusCode: number;
	headers: Record<string, string | string[] | undefined>;
	body: unknown;
}

/**
 * Reads a body to its end. The loop closes the connection if it is left before.
 *
 * @returns `undefined` if it has more than {@link MAX_ANSWER_BYTES}
 * @throws when it breaks off
 */
async function readText(body: unknown): Promise<string | undefined> {
	if (!isStream(body)) return typeof body === 'string' ? body : JSON.stringify(body ?? '');
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > MAX_ANSWER_BYTES) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks)
		.toString()
		.replace(/^\uFEFF/, '');
}

function isStream(body: unknown): body is AsyncIterable<Buffer> {
	return typeof body === 'object' && body !== null && 'pipe' in body;
}

/** The response with a status, its headers and its body as text. */
export function toResponse(status: number, sent: FullResponse['headers'], text: string): HttpResponse {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(sent)) headers[name.toLowerCase()] = String(value);
	return { kind: 'response', status, headers, text, body: parseJson(text) };
}

/** Error code: the execution was canceled. */
export const CANCELED = 'ERR_CANCELED';
/** Error code: the request took too long. */
export const TIMED_OUT = 'ETIMEDOUT';
/** Error code: the response is too large to read. */
export const OVERSIZED = 'ERR_OVERSIZED';
/** Error code: the request was not sent, because its turn did not come in time. */
export const NO_TURN = 'ERR_NO_TURN';

/** The result of a request that was not sent because its execution was canceled. */
export const NOT_SENT: NetworkError = {
	kind: 'networkError',
	reached: 'never',
	isTransient: false,
	code: CANCELED,
	reason: 'the execution was canceled',
};

/** The result of a request whose turn did not come in time. */
export const NO_TURN_CAME: NetworkError = {
	...NOT_SENT,
	code: NO_TURN,
	reason: 'its turn did not come in time',
};

/** The result of a request that was ended early. */
export const ENDED: Readonly<Record<EndedEarly['by'], NetworkError>> = {
	time: {
		kind: 'networkError',
		reached: 'perhaps',
		isTransient: true,
		code: TIMED_OUT,
		reason: 'the response was not complete in time',
	},
	cancel: { ...NOT_SENT, reached: 'perhaps' },
};

const TOO_LARGE: NetworkError = {
	kind: 'networkError',
	reached: 'perhaps',
	isTransient: false,
	code: OVERSIZED,
	reason: `the response is larger than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB`,
};

/**
 * All codes of Node.js for a certificate that it does not accept. They are OpenSSL's names, and UNSPECIFIED for every
 * other name of OpenSSL (Node.js, `ncrypto.cc`). The two for host names are its own.
 *
 * Node.js checks a certificate before it sends anything, so the service has seen nothing.
 */
const CERTIFICATE_FAULTS: Readonly<Record<CertificateFault, readonly string[]>> = {
	untrusted: [
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'CERT_UNTRUSTED',
	],
	outdated: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
	unfit: [
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_TLS_CERT_ALTNAME_FORMAT',
		'HOSTNAME_MISMATCH',
		'CERT_REVOKED',
		'CERT_REJECTED',
		'CERT_SIGNATURE_FAILURE',
		'CERT_CHAIN_TOO_LONG',
		'INVALID_CA',
		'INVALID_PURPOSE',
		'PATH_LENGTH_EXCEEDED',
		'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
		'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
		'ERROR_IN_CERT_NOT_BEFORE_FIELD',
		'ERROR_IN_CERT_NOT_AFTER_FIELD',
		'UNABLE_TO_GET_CRL',
		'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
		'CRL_SIGNATURE_FAILURE',
		'CRL_NOT_YET_VALID',
		'CRL_HAS_EXPIRED',
		'ERROR_IN_CRL_LAST_UPDATE_FIELD',
		'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
		'OUT_OF_MEM',
		'UNSPECIFIED',
	],
};

export type CertificateFault = 'untrusted' | 'outdated' | 'unfit';

/** What is wrong with a certificate, by error code. `undefined` for all other errors. */
export function certificateFault(code: string): CertificateFault | undefined {
	const kinds = Object.keys(CERTIFICATE_FAULTS) as CertificateFault[];
	return kinds.find((kind) => CERTIFICATE_FAULTS[kind].includes(code));
}

/** Codes of Node.js for connections that were never made. The codes for certificates mean the same. */
const NEVER_CONNECTED = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EADDRNOTAVAIL',
	'ERR_INVALID_URL',
	'ERR_INVALID_CHAR',
]);

/** The transient ones of these. A retry may succeed. */
const PASSING = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

/**
 * Messages of Node.js, and of n8n's proxy library, for a connection that ended before anything was sent on it. Their
 * codes do not tell, since a connection that ended later has the same.
 */
const ENDED_EARLY = new Set([
	'Client network socket disconnected before secure TLS connection was established',
	'Proxy connection ended before receiving CONNECT response',
]);

/** What any error of n8n's HTTP helpers says about the connection. */
export function toFault(error: unknown): NetworkError {
	const causes = chainOf(error);
	const code = causes.map((cause) => cause.code).find((value) => typeof value === 'string') ?? '';
	const connecting = causes.some(isOfConnecting);
	// The route to a host may also get lost while we wait for the response.
	const wasConnected = causes.some(({ syscall }) => syscall === 'read' || syscall === 'write');
	// n8n refuses some requests itself (allowed domains, SSRF protection). It then never calls its HTTP library.
	const refusedByHost = !causes.some(({ isAxiosError }) => isAxiosError);
	const endedEarly = causes.some(({ message }) => ENDED_EARLY.has(message));
	const neverConnected = NEVER_CONNECTED.has(code) && !wasConnected;
	const unsent = connecting || endedEarly || neverConnected || certificateFault(code) !== undefined;
	const never = refusedByHost || unsent;
	return {
		kind: 'networkError',
		reached: never ? 'never' : 'perhaps',
		isTransient: !never || endedEarly || PASSING.has(code) || (connecting && code === 'ETIMEDOUT'),
		code,
		reason: causes.at(-1)?.message ?? String(error),
	};
}

/**
 * Node.js tries the addresses of a host in turn. Its error lists an error per address, and has the code of the first.
 */
function isOfConnecting(error: unknown): boolean {
	if (!isRecord(error)) return false;
	const { syscall, errors } = error;
	return (
		syscall === 'connect' || (Array.isArray(errors) && errors.length > 0 && errors.every(isOfConnecting))
	);
}

interface SystemError {
	message: string;
	code?: string;
	syscall?: string;
	isAxiosError?: boolean;
	cause?: unknown;
}

/** The error and all its causes, outermost first. */
function chainOf(error: unknown): SystemError[] {
	const chain: SystemError[] = [];
	for (let current = error; isRecord(current) && chain.length < 10; current = current.cause) {
		chain.push(current as unknown as SystemError);
	}
	return chain;
}
