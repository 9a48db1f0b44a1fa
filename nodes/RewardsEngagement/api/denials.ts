import { isRecord } from '../shared/json';

/** Whether an answer says, whatever its status, that it was not done. */
export function denies(value: unknown): boolean {
	if (!isRecord(value)) return value === false;
	return Object.entries(value).some(([name, held]) => isDenial(name.toLowerCase(), held));
}

/** Whether the answer to a removal says, whatever its status, that nothing was removed. */
export function deniesRemoval(body: unknown): boolean {
	return denies(body) || (isRecord(body) && body.deleted === false);
}

function isDenial(name: string, held: unknown): boolean {
	if (name === 'success' || name === 'ok') return isNo(held);
	if (ERROR.test(name)) return !isEmpty(held);
	return (name === 'status' || name === 'statuscode') && NOT_DONE.test(wordOf(held));
}

/** Names, in lower case, under which an answer says what went wrong. */
const ERROR = /^errors?$|^error[_-]?(code|description|details|message|reason|type)$/;

/** Status words of what was not done, or not yet; and the HTTP statuses of errors, in an answer that has another. */
const NOT_DONE =
	/^(queued|fail|failed|failure|unsuccessful|error|invalid|not[_ -]?found|rejected|declined|denied|forbidden|refused|aborted|cancell?ed|[45]\d\d)$/i;

const isNo = (value: unknown) => /^(false|no|0)$/i.test(wordOf(value));

/** What stands in an answer as a word; nothing for an object, whose text may be of any making. */
const wordOf = (value: unknown) =>
	typeof value === 'string' ? value.trim() : typeof value === 'object' ? '' : `${value as number}`;

/** Whether a field says nothing. */
export function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return value === undefined || value === null || value === '' || value === false || value === 0;
}
