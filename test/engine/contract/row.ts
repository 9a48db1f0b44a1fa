type JsonWord = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'any';

/** The possible JSON types of a value, in this order. `null` comes last. */
export type JsonType = JsonWord | `${JsonWord}|null` | 'number|string';

/** Names with their types. A part of a value is named by its path, such as `config.settings` or `updates[].amount`. */
export type Names = Readonly<Record<string, JsonType>>;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The request for a page of a list: the names of the page size and of the start of the page. */
export interface Paging {
	size: string;
	place: string;
}

/** The statements of the API contract about one endpoint. */
export interface Row {
	/** The section of the API contract. */
	section: string;
	method: Method;
	/** From the root of the service. An id is written `{name}`. */
	path: string;
	query: Names;
	/** Undefined when the request has no body. */
	body?: Names | 'any';
	/** Names in the query and the body that the contract requires. */
	required: readonly string[];
	/** Optional names that every request sends anyway, with the reason. */
	always: Readonly<Record<string, string>>;
	/** For a list: the stated paging. The first request then has the page size. */
	paging?: Paging;
	/** For a list: paging inferred from other lists. The first request then has no paging. */
	inferredPaging?: Paging;
	/** The address is for a browser, and relative to the app. */
	isForBrowser?: true;
	/** The operation, when this row is about its second endpoint. */
	of?: string;
	/** The node's parameters that select this endpoint. */
	with?: Readonly<Record<string, string>>;
}

/** An operation without its own endpoint. */
interface BorrowingRow {
	/** The operation whose endpoint it calls first. Undefined when it may call any. */
	asksFirst?: string;
	/** Why it has no normal row. */
	why: string;
}

export type AnyRow = Row | BorrowingRow;

type More = Partial<Omit<Row, 'section' | 'method' | 'path'>>;

const rowOf =
	(method: Method) =>
	(path: string, section: string, more: More = {}): Row => ({
		section,
		method,
		path,
		query: {},
		required: [],
		always: {},
		...more,
	});

export const get = rowOf('GET');
export const post = rowOf('POST');
export const patch = rowOf('PATCH');
export const remove = rowOf('DELETE');

/** A row for an operation that calls the endpoint of another one first. */
export const borrows = (asksFirst: string, why: string): BorrowingRow => ({ asksFirst, why });

export function hasEndpoint(row: AnyRow): row is Row {
	return 'path' in row;
}
