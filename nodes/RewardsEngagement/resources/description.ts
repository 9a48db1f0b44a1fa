/**
 * n8n's view of the operations, as plain JSON. The build computes it and replaces this module by the result. So n8n
 * reads one file when it starts, and loads the operations at the first use.
 */
import { buildProperties, equalPaymentsHint, operationSubtitle } from '../declare/properties';
import type { Registry } from '../declare/registry';
import { registry } from './registry';

/** A record itself, and one or several records in a full response. */
const SHAPES = ['', 'data.', 'data[*].'];

/**
 * Places of records in an item. It may be the record, the body of a response with its status, or an earlier result of
 * either. It may also have the response to a refused item.
 */
const PLACES = ['', 'body.', 'firstRun.json.', 'firstRun.json.body.', 'details.answer.'];

export const properties = buildProperties(registry);

export const subtitle = operationSubtitle(registry);

export const hints = [equalPaymentsHint(registry)];

/** The fields of items that may be as sensitive as a key. */
export const sensitiveOutputFields = sensitivePaths(registry);

export const listSearches = Object.keys(registry.listSearch);

/**
 * The paths of sensitive fields in an item, in n8n's syntax of `sensitiveOutputFields` (n8n-workflow,
 * `interfaces.d.ts`).
 */
function sensitivePaths({ sensitive }: Registry): string[] {
	const records = PLACES.flatMap((place) => SHAPES.map((shape) => `${place}${shape}`));
	const lists = ['body[*].', 'firstRun.json.body[*].'];
	return sensitive.flatMap((name) => [...records, ...lists].map((place) => `${place}${name}`));
}
