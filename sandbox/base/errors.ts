import { randomUUID } from 'node:crypto';

/** An error response. A handler throws it, and the server sends it unchanged. */
export class ServiceError extends Error {
	/**
	 * @param status HTTP status of the response
	 * @param body JSON body of the response
	 * @param headers further headers, such as `retry-after`
	 */
	constructor(
		readonly status: number,
		readonly body: Record<string, unknown>,
		readonly headers: Record<string, string> = {},
	) {
		super(typeof body.message === 'string' ? body.message : String(body.error));
	}
}

/** 400: the request is malformed. The body is only `{error}`. */
export const badRequest = (error: string) => new ServiceError(400, { error });

/** 401: the key is missing, unknown or expired. */
export const unauthorized = (message: string) => new ServiceError(401, { error: 'Unauthorized', message });

/** 403: the key may not do this. */
export const forbidden = (message: string) => new ServiceError(403, { error: 'Forbidden', message });

/** 404: the record does not exist. */
export const notFound = (message: string) => new ServiceError(404, { error: 'Not Found', message });

/** 409: the state does not allow it. */
export const conflict = (message: string) => new ServiceError(409, { error: 'Conflict', message });

/** 400 with a code of the broken rule, as the guides of some operations show it. */
export const refusal = (error: string, message: string) => new ServiceError(400, { error, message });

/** 422: a rule of the service forbids it. `details` explains the cause. */
export const businessRule = (
	message: string,
	details: Record<string, number | string>,
	error = 'Unprocessable Entity',
) =>
	new ServiceError(422, {
		error,
		message,
		details,
		requestId: randomUUID(),
		timestamp: new Date().toISOString(),
	});
