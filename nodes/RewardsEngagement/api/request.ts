import type { IHttpRequestMethods } from 'n8n-workflow';

import type { Path } from './path';

/** One request to the service, relative to the credential's base address, as an operation declares it. */
export interface ApiRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>;
	/** Which of the credential's addresses it goes to: the service, unless told. */
	base?: 'service' | 'app';
	path: Path;
	/** Query values; one that is `undefined` is not sent, and a list is sent as the same name several times. */
	query?: Record<string, QueryValue | readonly QueryValue[] | undefined>;
	/** JSON value; keys that are `undefined` are not sent. */
	body?: Record<string, unknown>;
	/** Fields of the body that only describe the change, such as a note: another one is the same request. */
	annotations?: readonly string[];
	/** What else to do about a 404, where that depends on the request. */
	whenNotFound?: string;
	/** The record of which it makes a copy, by its id: not sent, but a copy of another one is another request. */
	copies?: string;
}

export type QueryValue = string | number | boolean;

/**
 * What a repeat of a request would do, and so the only source of the retry policy.
 * - `read`: nothing
 * - `replace`: the same again (an update that sets fields)
 * - `once`: a second effect (a transfer, a creation, a code exchange)
 */
export type Effect = 'read' | 'replace' | 'once';

/** How the pages of a list are asked for; the names differ from endpoint to endpoint. */
export interface Pagination {
	/** The query parameter that says where a page begins: its number from 1, or the cursor that the page before it gave. */
	place: 'page' | 'after' | 'cursor' | 'from';
	/** The query parameter with the number of records of a page. */
	size: 'limit' | 'take';
	/** The most records of a page that the service takes; 100 unless told. */
	maximum?: number;
	/** The API document does not show these parameters. They are sent only when the service says that there is another page. */
	isInferred?: boolean;
}

/** How much of a list is wanted, and how its pages are asked for. */
export interface Listing {
	/** None for an endpoint that is not known to take any. */
	pagination?: Pagination;
	/** The most records that are wanted; all unless told. */
	maxRecords?: number;
}

/** A request with all that the client must know of its operation: what `Operation.request` gives. */
export interface OperationRequest extends ApiRequest {
	/** One object for all requests of an operation. */
	policy: Policy;
	/** For a list of which as much is read as is wanted; without it the request says itself which page it wants, if any. */
	listing?: Listing;
	/** What it names; asked for only where the service does not find it. None for a request of several items. */
	names?: () => readonly NamedRecord[];
}

/** A record that a request can name, such as its recipient. */
export interface NamedRecord {
	/** Its field, as the panel shows it. */
	label: string;
	/** What the service may call it, in lower case. */
	nouns: readonly string[];
	isGiven: boolean;
	/** What it was named by, where that is an id. */
	id?: string;
	/** How one is named rightly. */
	advice?: string;
}

/** What the client must know of the operation that a request belongs to. */
export interface Policy {
	effect: Effect;
	/** The scope that the key most likely needs, for the advice on a 403. */
	permission?: string;
	/** What to do about an error word of the service, by the word; or about a status, by its digits. */
	advice?: Readonly<Record<string, string>>;
	/** For `once`: whether the body of a success says that the change was made. */
	confirms?: (body: unknown) => boolean;
	/** For `once`: whether the body of a refusal tells of parts of the request, of which some may have been applied. */
	tellsOfParts?: (body: unknown) => boolean;
	/** For `read`: whether an answer may hold nothing. */
	mayBeEmpty?: boolean;
}
