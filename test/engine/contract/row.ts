type JsonWord = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'any';

/** The JSON types that a value may have, in this order; `null` stands last. */
export type JsonType = JsonWord | `${JsonWord}|null` | 'number|string';

/** Names with the type of each. A part of a value is named by its way there, as `config.settings` and `updates[].amount`. */
export type Names = Readonly<Record<string, JsonType>>;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** How the pages of a list are asked for: the name of how long one is, and that of where it begins. */
export interface Paging {
	size: string;
	place: string;
}

/** What the API contract says of one endpoint. */
export interface Row {
	/** Of the API contract. */
	section: string;
	method: Method;
	/** From the root of the service; an id is `{name}`. */
	path: string;
	query: Names;
	/** None where the request has no body. */
	body?: Names | 'any';
	/** Names of the query and the body that the contract requires. */
	required: readonly string[];
	/** Names that it does not require and that every request has all the same, with the reason. */
	always: Readonly<Record<string, string>>;
	/** Of a list: as stated. The first request then says how long a page is. */
	paging?: Paging;
	/** Of a list: as it follows from other lists. The first request then says nothing of pages. */
	inferredPaging?: Paging;
	/** The address is for a browser, below that of the app. */
	isForBrowser?: true;
	/** The operation, where the row is its second one. */
	of?: string;
	/** The node's parameters that choose this endpoint. */
	with?: Readonly<Record<string, string>>;
}

/** An operation without an endpoint of its own. */
interface BorrowingRow {
	/** The operation whose endpoint it asks before any other; none where it may ask for any. */
	asksFirst?: string;
	/** Why it has no row like the others. */
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

/** A row for what asks the endpoint of another operation first. */
export const borrows = (asksFirst: string, why: string): BorrowingRow => ({ asksFirst, why });

export function hasEndpoint(row: AnyRow): row is Row {
	return 'path' in row;
}
