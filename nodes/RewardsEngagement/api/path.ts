import { unsentProblem } from '../errors';

/** A request path with percent-encoded values, so that an ID cannot leave its segment. Only {@link path} makes one. */
class EncodedPath {
	constructor(readonly text: string) {}
}

export type Path = EncodedPath;

/**
 * Template tag for request paths: `` path`/api/v1/realms/${realmId}` ``.
 *
 * Every text becomes exactly one path segment. A `Path` stays unchanged. An empty text, `.` and `..` are refused,
 * because URL parsers collapse these segments even when percent-encoded (WHATWG URL, "double-dot path segment").
 *
 * @throws {Problem} when a text cannot be one segment
 */
export function path(literals: TemplateStringsArray, ...values: ReadonlyArray<string | Path>): Path {
	let text = '';
	for (const [index, literal] of literals.entries()) {
		const value = values[index];
		text += value === undefined ? literal : literal + encoded(value);
	}
	return new EncodedPath(text);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function encoded(value: string | Path): string {
	if (value instanceof EncodedPath) return value.text;
	if (['', '.', '..'].includes(value) || LONE_SURROGATE.test(value)) {
		throw unsentProblem(
			`"${value}" is not a valid ID`,
			'Enter the ID as the dashboard of the service shows it.',
		);
	}
	return encodeURIComponent(value);
}

/**
 * A path below the base address from a user, percent-encoded or not. It is sent unchanged, except for characters that
 * no URL may have.
 *
 * @throws {Problem} when it is not a plain path, or could leave the base address under any decoding
 */
export function pathBelow(text: string): Path {
	const written = text.trim().replace(/^\/?/, '/');
	const wrong = problemOf(written);
	if (wrong) {
		throw unsentProblem(
			`"Path" ${wrong}`,
			'Enter the path below the base URL, such as /api/v1/realms/64b7f1c2a9d3e45f60718293. Nothing was sent.',
		);
	}
	return new EncodedPath(encodeURI(written).replace(/%25(?=[0-9a-f]{2})/gi, '%'));
}

function problemOf(written: string): string | undefined {
	if (/^\/?[a-z][a-z0-9+.-]*:\/\//i.test(written))
		return 'must not contain a host, because it is below the base URL';
	if (/[?#]/.test(written)) return 'must not contain ? or #, because query values have their own field';
	if (LONE_SURROGATE.test(written)) return 'contains an incomplete character';
	if (/[/\\]{2}/.test(written)) return 'must not have an empty segment (//)';
	if (decode(written) === undefined)
		return 'contains a % that is not part of an encoded character: write it as %25';
	// Servers on the way may each decode the path once. The loop ends, because each decoding that changes the path
	// makes it shorter.
	for (let [now, next] = [written, reading(written)]; ; [now, next] = [next, reading(next)]) {
		if (Array.from(now).some(isControl)) return 'must not contain line breaks or other control characters';
		if (now.normalize('NFKC').split(/[/\\]/).some(isDots)) {
			return 'must not leave the base URL (. or .. as a segment)';
		}
		if (next === now) return undefined;
	}
}

/**
 * Some servers drop spaces, and everything after a semicolon, from a segment before they read it. A path ends at ? or
 * #.
 */
function isDots(segment: string): boolean {
	return /^\s*\.{1,2}\s*([;?#]|$)/.test(segment);
}

/** Decodes like a server that ignores what it cannot decode. */
function reading(text: string): string {
	return text.replace(
		/(%[0-9a-f]{2})+/gi,
		(run) => decode(run) ?? run.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent),
	);
}

function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

function isControl(character: string): boolean {
	const code = character.codePointAt(0) ?? 0;
	return code < 0x20 || (code >= 0x7f && code < 0xa0);
}
