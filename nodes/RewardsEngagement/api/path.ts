import { InvalidParameter } from '../errors/invalidParameter';

/** A request path whose values were percent-encoded, so that no id can leave its segment. */
export type Path = string & { readonly encoded: unique symbol };

/**
 * Template tag for request paths: `` path`/api/v1/realms/${realmId}` ``.
 *
 * Every value becomes exactly one path segment. An empty value, `.` and `..` are refused, because URL parsers
 * collapse such segments even when they are percent-encoded (WHATWG URL, "double-dot path segment").
 *
 * @throws {InvalidParameter} when a value cannot stand as one segment
 */
export function path(literals: TemplateStringsArray, ...values: readonly string[]): Path {
	return literals.reduce(
		(built, literal, index) => built + segment(values[index - 1] ?? '') + literal,
	) as Path;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function segment(value: string): string {
	if (['', '.', '..'].includes(value) || LONE_SURROGATE.test(value)) {
		throw new InvalidParameter(
			`"${value}" cannot be used as an id`,
			'Give the id as the dashboard of the service shows it.',
		);
	}
	return encodeURIComponent(value);
}
