import type {
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { parseJson } from '../shared/json';
import type { ApiRequest } from './request';
import type { Connection } from './connection';

/** The n8n contexts in which this package talks to the service. */
export type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** The service (or something in its place) answered. `body` is a JSON value, `undefined` when it is not JSON. */
export interface HttpResponse {
	kind: 'response';
	status: number;
	headers: Readonly<Record<string, string>>;
	text: string;
	body: unknown;
}

/** No complete answer came back. */
export interface NetworkError {
	kind: 'networkError';
	/** `never` when no connection was made, so that the service surely saw nothing. */
	reached: 'never' | 'perhaps';
	/** Whether the same request may well succeed a little later. */
	passing: boolean;
	/** The system's error code, such as `ECONNREFUSED`, or an empty string. */
	code: string;
	/** The system's own words. */
	reason: string;
}

export type HttpResult = HttpResponse | NetworkError;

/**
 * Sends one request once and returns whatever came of it; it does not throw for any status or network fault.
 *
 * HTTP errors are taken as answers because n8n would otherwise repeat a request that was answered 401, and because
 * its own error cannot be given another message (n8n-core, `request-helpers/authentication.js`; n8n-workflow,
 * `node-api.error.js`). Redirects are not followed: they could carry the key to another origin.
 */
export async function sendHttp(
	context: ApiContext,
	connection: Connection,
	request: ApiRequest,
	timeout: number,
): Promise<HttpResult> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: addressOf(connection, request),
		headers: { Accept: 'application/json' },
		encoding: 'text',
		timeout,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		allowedDomains: connection.allowedDomains,
	};
	if (request.body !== undefined) {
		// As text, because n8n drops a body that is an empty object.
		options.body = JSON.stringify(request.body);
		options.headers = { ...options.headers, 'Content-Type': 'application/json' };
	}
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			'rewardsEngagementApi',
			options,
			{ credentialsDecrypted: connection.credential },
		);
		return toAnswer(response as FullResponse);
	} catch (error) {
		return toFault(error);
	}
}

/** The address of a request: base address, path and query. */
export function addressOf(connection: Connection, request: ApiRequest): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(request.query ?? {})) {
		if (value !== undefined) query.append(name, String(value));
	}
	const search = query.toString();
	const base = request.base === 'app' ? connection.appUrl : connection.baseUrl;
	return base + request.path + (search && `?${search}`);
}

interface FullResponse {
	statusCode: number;
	headers: Record<string, string | string[] | undefined>;
	body: unknown;
}

function toAnswer({ statusCode, headers, body }: FullResponse): HttpResponse {
	const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
	return {
		kind: 'response',
		status: statusCode,
		headers: Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
		),
		text,
		body: parseJson(text),
	};
}

/** Codes of Node.js and OpenSSL which say that the connection never came to be. */
const NEVER_CONNECTED = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EADDRNOTAVAIL',
	'ERR_INVALID_URL',
	'ERR_INVALID_CHAR',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
]);

/** Of those, the ones that a little patience can cure. */
const PASSING = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

function toFault(error: unknown): NetworkError {
	const causes = chainOf(error);
	const code = causes.map((cause) => cause.code).find((value) => typeof value === 'string') ?? '';
	const connecting = causes.some(({ syscall }) => syscall === 'connect');
	// n8n refuses some requests itself (allowed domains, SSRF protection): its HTTP library then was never called.
	const refusedByHost = !causes.some(({ isAxiosError }) => isAxiosError);
	const never = refusedByHost || connecting || NEVER_CONNECTED.has(code);
	return {
		kind: 'networkError',
		reached: never ? 'never' : 'perhaps',
		passing: !never || PASSING.has(code) || (connecting && code === 'ETIMEDOUT'),
		code,
		reason: causes.at(-1)?.message ?? String(error),
	};
}

interface SystemError {
	message: string;
	code?: string;
	syscall?: string;
	isAxiosError?: boolean;
	cause?: unknown;
}

/** The error and everything it wraps, outermost first. */
function chainOf(error: unknown): SystemError[] {
	const chain: SystemError[] = [];
	for (let current = error; current instanceof Error && chain.length < 10;) {
		const link = current as Error & Partial<SystemError>;
		chain.push(link);
		current = link.cause;
	}
	return chain;
}
