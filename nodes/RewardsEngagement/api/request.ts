import type { IHttpRequestMethods } from 'n8n-workflow';

import type { Path } from './path';

/** One request to the service, relative to the credential's base address, as an operation declares it. */
export interface ApiRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>;
	/** The address of the credential that it goes to: by default the service. */
	base?: 'service' | 'app';
	path: Path;
	/** Query values. `undefined` is not sent, and a list is sent as several values of one name. */
	query?: Record<string, QueryValue | readonly QueryValue[] | undefined>;
	/** JSON value. Keys with `undefined` are not sent. */
	body?: Record<string, unknown>;
	/**
	 * Fields of the body that only describe the change, such as a note. A request with another note is still the same
	 * request.
	 */
	annotations?: readonly string[];
	/** More advice for a 404, if it depends on the request. */
	whenNotFound?: string;
	/**
	 * ID of the record that the request copies. It is not sent. It makes a copy of another record a different
	 * request.
	 */
	copies?: string;
}

export type QueryValue = string | number | boolean;

/**
 * What a repeat of a request does. The retry policy depends only on this.
 * - `read`: nothing
 * - `replace`: sets the same values again (an update)
 * - `once`: acts a second time (a transfer, a creation, a code exchange)
 */
export type Effect = 'read' | 'replace' | 'once';

/** How an endpoint takes pages. The names differ between endpoints. */
export interface Pagination {
	/** The query parameter for the start of a page: its number from 1, or the cursor from the page before. */
	place: 'page' | 'after' | 'cursor' | 'from';
	/** The query parameter for the page size. */
	size: 'limit' | 'take';
	/** The largest page size that the service accepts, 100 by default. */
	maximum?: number;
	/**
	 * The API document does not list these parameters. They are sent only when the service says that there is another
	 * page.
	 */
	isInferred?: boolean;
}

/** How much of a list is wanted, and how its pages are requested. */
export interface Listing {
	/** Missing if the endpoint is not known to have paging. */
	pagination?: Pagination;
	/** The most records that are wanted, by default all. */
	maxRecords?: number;
}

/** The result of `Operation.request`: a request with everything that the client must know about its operation. */
export interface OperationRequest extends ApiRequest {
	/** The same object for all requests of an operation. */
	policy: Policy;
	/** Set if the client reads as many pages as wanted. Otherwise the request itself names its page, if any. */
	listing?: Listing;
	/** The records that the item names. Read only for a 404. Missing for a request of several items. */
	names?: () => readonly NamedRecord[];
}

/** A record that an item names, such as its recipient. */
export interface NamedRecord {
	/** The label of its field in the panel. */
	label: string;
	/** Its ID. Missing if it is named in another way. */
	id?: string;
	/** What to do if the service does not find it. */
	advice?: string;
}

/** What the client must know about the operation of a request. */
export interface Policy {
	effect: Effect;
	/** The scope that the key most likely needs. Used in the advice for a 403. */
	permission?: string;
	/** Advice by error word of the service, or by the digits of a status. */
	advice?: Readonly<Record<string, string>>;
	/** For `once`: whether the body of a success says that the change was made. */
	confirms?: (body: unknown) => boolean;
	/** For `once`: whether the body of a refusal may show that a part of the request was applied. */
	tellsOfParts?: (body: unknown) => boolean;
	/** For `once`: the service refuses a second request, so its 409 with "already" says that nothing was changed. */
	refusesRepeats?: true;
	/** For `read`: whether an empty response is valid. */
	mayBeEmpty?: boolean;
}
