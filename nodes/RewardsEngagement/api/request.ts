import type { IHttpRequestMethods } from 'n8n-workflow';

import type { Path } from './path';

/** One request to the service, relative to the credential's base address, as an operation declares it. */
export interface ApiRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST' | 'PATCH' | 'DELETE'>;
	/** Which of the credential's addresses it goes to: the service, unless told. */
	base?: 'service' | 'app';
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

/** A request with all that the client must know of its operation: what `Operation.request` gives. */
export interface OperationRequest extends ApiRequest {
	/** The same object for every request of an operation. */
	policy: Policy;
}

/** What the client must know of the operation that a request belongs to. */
export interface Policy {
	effect: Effect;
	/** The scope that the key most likely needs, for the advice on a 403. */
	permission?: string;
	/** What to do about an error word of the service, by the word. */
	advice?: Readonly<Record<string, string>>;
	/** For `once`: whether the body of a success says that the change was made. */
	confirms?: (body: unknown) => boolean;
}
