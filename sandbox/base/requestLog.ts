import type { IncomingHttpHeaders } from 'node:http';

/** One request the API took, without keys and secrets. */
export interface LoggedRequest {
	at: string;
	method: string;
	/** Path as sent, without the query. */
	path: string;
	/** The operation of the document; null for any other path. */
	operationId: string | null;
	query: unknown;
	body: unknown;
	headers: IncomingHttpHeaders;
	/** Name of the key; null when none was accepted. */
	key: string | null;
	/** Null while, or when, no answer was sent. */
	status: number | null;
	/** Whether the service did what was asked, whatever it answered. */
	acted: boolean;
	/** How many records the answer lists; null when it lists none. */
	records: number | null;
	/** Kind of the fault that hit the request. */
	fault: string | null;
	/** Of that fault; for one of a plan `<operationId> <n>`, the first n being 0. */
	faultId: string | null;
}

declare module 'fastify' {
	interface FastifyRequest {
		logged?: LoggedRequest;
	}
}

const hidden = '(hidden)';

/** The headers with the key hidden; that there was one stays visible. */
export function hideKey(headers: IncomingHttpHeaders): IncomingHttpHeaders {
	return headers.authorization === undefined ? { ...headers } : { ...headers, authorization: hidden };
}

/** The body with a webhook secret or a consent code hidden. */
export function hideSecrets(body: unknown): unknown {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [name, ['secret', 'code'].includes(name) ? hidden : value]),
	);
}
