import type { IncomingHttpHeaders } from 'node:http';

/** One request to the API, without keys and secrets. */
export interface LoggedRequest {
	at: string;
	method: string;
	/** Path as sent, without the query. */
	path: string;
	/** The operation of the API document, or null for any other path. */
	operationId: string | null;
	query: unknown;
	body: unknown;
	headers: IncomingHttpHeaders;
	/** Name of the accepted key, or null without one. */
	key: string | null;
	/** Null until a response is sent. */
	status: number | null;
	/** Whether the service did the work, regardless of its response. */
	acted: boolean;
	/** The number of records in the response, or null when it is no list. */
	records: number | null;
	/** Kind of the fault that hit the request. */
	fault: string | null;
	/** The id of that fault. For a fault of a plan it is `<operationId> <n>`, and n starts at 0. */
	faultId: string | null;
}

declare module 'fastify' {
	interface FastifyRequest {
		logged?: LoggedRequest;
	}
}

const hidden = '(hidden)';

/** Hides the key in the headers, but still shows that there was one. */
export function hideKey(headers: IncomingHttpHeaders): IncomingHttpHeaders {
	return headers.authorization === undefined ? { ...headers } : { ...headers, authorization: hidden };
}

/** Hides a webhook secret or a consent code in the body. */
export function hideSecrets(body: unknown): unknown {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [name, ['secret', 'code'].includes(name) ? hidden : value]),
	);
}
