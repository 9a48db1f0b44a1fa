import { isRecord } from '../shared/json';

/** Whether a response says that the request was not done, whatever its status is. */
export function denies(value: unknown): boolean {
	if (!isRecord(value)) return value === false;
	return Object.entries(value).some(([name, held]) => isDenial(name.toLowerCase(), held));
}

/** Whether the response to a removal says that nothing was removed, whatever its status is. */
export function deniesRemoval(body: unknown): boolean {
	return denies(body) || (isRecord(body) && body.deleted === false);
}

function isDenial(name: string, held: unknown): boolean {
	if (name === 'success' || name === 'ok') return isNo(held);
	if (ERROR.test(name)) return !isEmpty(held);
	return (name === 'status' || name === 'statuscode') && NOT_DONE.test(wordOf(held));
}

/** Lowercase field names with which a response says what went wrong. */
const ERROR = /^errors?$|^error[_-]?(code|description|details|message|reason|type)$/;

/**
 * Status words for something that is not done, or not done yet. Also HTTP error statuses in the body of another
 * status.
 */
const NOT_DONE =
	/^(queued|fail|failed|failure|unsuccessful|error|invalid|not[_ -]?found|rejected|declined|denied|forbidden|refused|aborted|cancell?ed|[45]\d\d)$/i;

const isNo = (value: unknown) => /^(false|no|0)$/i.test(wordOf(value));

/** A value as a word. Empty for an object, whose text could be anything. */
const wordOf = (value: unknown) =>
	typeof value === 'string' ? value.trim() : typeof value === 'object' ? '' : `${value as number}`;

/** Whether a field carries no information. */
export function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return value === undefined || value === null || value === '' || value === false || value === 0;
}
