import type { z } from 'zod';

import { isRecord } from '../shared/json';
import { denies, isEmpty } from '../api/outcome';
import { declaredFields, type ResponseShape } from './response';

/**
 * Whether a success says that a change was made. The response or its `data` must have a field of the declared record,
 * and nothing in it may say no. The outcome of an unconfirmed change with the effect `once` is unknown.
 *
 * @param body JSON value
 */
export function confirms(shape: ResponseShape<z.ZodTypeAny>, body: unknown): boolean {
	if (shape.kind === 'done') return isRecord(body) && body[shape.confirm] === true && !denies(body);
	const declared = declaredFields(shape.record);
	const data = isRecord(body) && !declared?.includes('data') ? body.data : undefined;
	if (denies(body) || denies(data)) return false;
	const records = [body, data].flatMap((value) => value);
	// Without a declared record, a plain yes is enough, but a single no is too many.
	if (!declared && records.some(denies)) return false;
	return records.some(
		(value) =>
			isRecord(value) && !denies(value) && (holdsOneOf(declared, value) || (!declared && isYes(value))),
	);
}

const isYes = ({ success, ok }: Record<string, unknown>) => success === true || ok === true;

/** A status or message alone may mean anything, such as a request that waits. */
function holdsOneOf(fields: string[] | undefined, value: Record<string, unknown>): boolean {
	return Object.keys(value).some(
		(name) =>
			!['status', 'statusCode', 'message', 'success', 'ok'].includes(name) &&
			(fields?.includes(name) ?? true) &&
			// A declared list may be empty, such as the winners of a draw without entries.
			(['number', 'boolean'].includes(typeof value[name]) ||
				(fields !== undefined && Array.isArray(value[name])) ||
				!isEmpty(value[name])),
	);
}
