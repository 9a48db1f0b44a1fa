import { isRecord } from '../shared/json';

const LONGEST_QUOTE = 500;

/** The most fields that a message lists. The response has them all. */
const MOST_FIELDS = 20;

/**
 * The service's message in an error body: `{error}`, `{message, error}` or `{error, message, details}`, where
 * `message` may be null. Empty for other bodies (nothing, HTML, another shape).
 */
export function serviceWords(body: unknown): string {
	if (!isRecord(body)) return '';
	const [error, message] = [body.error, body.message].map(plainText);
	// "Forbidden" and "Not Found" only name the status. The message beside them says more.
	const words =
		message && error && !/^[A-Z][a-z]+( [A-Z][a-z]+)*$/.test(error)
			? `${error}: ${message}`
			: message || error;
	return shorten(words ?? '');
}

/**
 * The problems of single fields in an error body, one per line. `details` is `{field, issue}` or a map from field to
 * problem.
 */
export function fieldProblems(body: unknown): string[] {
	const details = isRecord(body) ? body.details : undefined;
	if (!isRecord(details)) return [];
	if (typeof details.field === 'string')
		return [`${details.field}: ${plainText(details.issue) ?? ''}`].map(shorten);
	const all = Object.entries(details);
	const shown = all
		.slice(0, MOST_FIELDS)
		.map(([field, problem]) => shorten(`${field}: ${plainText(problem) ?? ''}`));
	return all.length > MOST_FIELDS ? [...shown, `And ${all.length - MOST_FIELDS} more`] : shown;
}

/** The text as a sentence, with one period at its end. */
export function ended(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function plainText(value: unknown): string | undefined {
	if (value === null || value === undefined) return undefined;
	return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

function shorten(words: string): string {
	const line = words.replace(/\s+/g, ' ');
	return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
}
