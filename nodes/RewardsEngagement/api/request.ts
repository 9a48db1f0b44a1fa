import type { IHttpRequestMethods } from 'n8n-workflow';

import type { Path } from './path';

/** One request to the service, relative to the credential's base address. */
export interface ApiRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST' | 'PATCH' | 'DELETE'>;
	path: Path;
	/** Query values; one that is `undefined` is not sent. */
	query?: Record<string, string | number | boolean | undefined>;
	/** JSON value; keys that are `undefined` are not sent. */
	body?: Record<string, unknown>;
}

/**
 * What a repeat of a request would do, and so the only source of the retry policy.
 * - `read`: nothing
 * - `replace`: the same again (an update that sets fields)
 * - `once`: a second effect (a transfer, a creation, a code exchange)
 */
export type Effect = 'read' | 'replace' | 'once';
