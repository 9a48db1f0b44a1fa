import { InvalidParameter } from '../errors/invalidParameter';

/** A request path whose values were percent-encoded, so that no id can leave its segment. Only {@link path} makes one. */
class EncodedPath {
	constructor(readonly text: string) {}
}

export type Path = EncodedPath;

/**
 * Template tag for request paths: `` path`/api/v1/realms/${realmId}` ``.
 *
 * Every text becomes exactly one path segment, and another path stays as it is. An empty text, `.` and `..` are refused,
 * because URL parsers collapse such segments even when they are percent-encoded (WHATWG URL, "double-dot path segment").
 *
 * @throws {InvalidParameter} when a text cannot stand as one segment
 */
export function path(literals: TemplateStringsArray, ...values: ReadonlyArray<string | Path>): Path {
	return new EncodedPath(
		literals.reduce((built, literal, index) => built + encoded(values[index - 1] ?? '') + literal),
	);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function encoded(value: string | Path): string {
	if (value instanceof EncodedPath) return value.text;
	if (['', '.', '..'].includes(value) || LONE_SURROGATE.test(value)) {
		throw new InvalidParameter(
			`"${value}" cannot be used as an id`,
			'Give the id as the dashboard of the service shows it.',
		);
	}
	return encodeURIComponent(value);
}
