import { pathBelow } from '../../api/path';
import type { ApiRequest, Effect, QueryValue } from '../../api/request';
import { operation, type ItemContent, type Written } from '../../declare/operation';
import { anything, bare, toJsonItems } from '../../declare/response';
import { unsentProblem } from '../../errors';
import { holdsExpression } from '../../fields/value';
import * as fields from './fields';

/** For any request to the service that has no operation. */
export const sendRequest = operation({
	displayName: 'Send',
	action: 'Send request',
	description: 'Use for an API endpoint that no other operation covers. Has retries and rate limiting.',
	parameters: {
		method: fields.method,
		path: fields.path,
		query: fields.query,
		body: fields.body,
		effect: fields.effect,
	},
	additionalFields: { fullResponse: fields.fullResponse },
	realm: false,
	asksAnything: true,
	effect: 'once',
	annotations: ['description', 'metadata'],
	effectOf: ({ method, effect }) => (effect === 'automatic' ? effectOfMethod(method) : effect),
	checkWritten: checkEffect,
	request: ({ method, path, query, body }) => {
		if (body !== undefined && isReading(method)) {
			throw unsentProblem(
				`A ${method} request has no body`,
				'Clear "Body", or choose another method. Nothing was sent.',
			);
		}
		return { method, path: pathBelow(path), query: queryOf(query), body };
	},
	perform: async ({ client, values, request }): Promise<ItemContent[]> => {
		const { status, headers, body } = await client.send(request);
		if (values.fullResponse) return [{ json: { status, headers, body: body ?? null } }];
		const bodies = Array.isArray(body) ? (body as unknown[]) : [body];
		return bodies.flatMap((one) => toJsonItems(bare(anything), one, values)).map((json) => ({ json }));
	},
	response: bare(anything),
});

/**
 * If the method or path is an expression, refuses an effect that is more harmless than the method suggests. The
 * workflow's owner chose the effect for another request. A payment marked as a read would be repeated.
 *
 * @throws {Problem} naming the parameter with the expression
 */
function checkEffect(
	{ method, effect }: { method: ApiRequest['method']; effect: Effect | 'automatic' },
	written: Written,
): void {
	if (isReading(method) || effect === 'automatic' || effect === 'once') return;
	const isAnyMethod = holdsExpression(written.of('method'));
	const name = isAnyMethod ? 'Method' : written.isTool && isAnyPath(written) ? 'Path' : undefined;
	if (name === undefined) return;
	throw unsentProblem(
		`"${name}" is an expression, so "Safe to Retry" cannot say that a ${method} request is ${effect === 'read' ? 'Read-Only' : 'Idempotent'}`,
		`Set "Safe to Retry" to By Method or Not Idempotent, or set "${name}" to a fixed value. Nothing was sent.`,
	);
}

/** Whether an expression gave more than single path segments, and so could have named another endpoint. */
function isAnyPath({ of, partsOf }: Written): boolean {
	const parts = partsOf('path');
	if (!parts) return holdsExpression(of('path'));
	return parts.some((part) => 'value' in part && /[/\\%]/.test(String(part.value)));
}

function isReading(method: ApiRequest['method']): boolean {
	return method === 'GET' || method === 'HEAD';
}

/** For a method that may change something, the effect of a repeat is unknown. */
function effectOfMethod(method: ApiRequest['method']): Effect {
	return isReading(method) ? 'read' : 'once';
}

/** @throws {Problem} naming a value that cannot be in a query */
function queryOf(query: Record<string, unknown> = {}): ApiRequest['query'] {
	const unfit = Object.entries(query).find(([, value]) => !isQueryValue(value));
	if (!unfit) return query as ApiRequest['query'];
	throw unsentProblem(
		`"Query" accepts text, numbers, true, false and lists of these, but "${unfit[0]}" is something else`,
		'Correct "Query", or leave the value out. Nothing was sent.',
	);
}

function isQueryValue(value: unknown): boolean {
	const values: unknown[] = Array.isArray(value) ? value : [value];
	// An empty list would not be sent. Without the filter, the request would read or change too many records.
	return (
		values.length > 0 &&
		values.every((one): one is QueryValue => ['string', 'number', 'boolean'].includes(typeof one))
	);
}
