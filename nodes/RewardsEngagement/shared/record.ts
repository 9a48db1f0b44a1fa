import { z } from 'zod';

/**
 * A record of the service. Any field may be missing and unknown ones pass through, because the service grows and
 * an answer must reach the workflow whatever it holds.
 */
export function record<Shape extends z.ZodRawShape>(shape: Shape) {
	return z.object(shape).partial().passthrough();
}

/** Text in ISO 8601, such as `2026-03-01T09:30:00.000Z`. */
export const dateTime = z.string().describe('ISO 8601 date and time');

/** Free-form JSON object. */
export const freeObject = z.record(z.unknown());
