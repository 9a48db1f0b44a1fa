/**
 * n8n's view of the operations, as plain JSON. The build computes it and replaces this module by the result. So n8n
 * reads one file when it starts, and loads an operation only when it is used.
 */
import { equalPaymentsHint } from '../run/equalPayments';
import { buildProperties } from '../run/properties';
import { sensitiveNames, sensitivePaths } from '../run/sensitiveFields';
import type { loaders } from './loaders';
import { registry } from './registry';

export const properties = buildProperties(registry);

/** The hints of the panel before a run. */
export const hints = [equalPaymentsHint(registry)];

/** The fields of items that may be as sensitive as a key. */
export const sensitiveOutputFields = sensitivePaths(registry.resources);

/** The names of these fields. */
export const sensitiveFields = sensitiveNames(registry.resources);

/** The names of the lists for resource locators, and the resource that has each. */
export const listSearches = Object.entries(registry.resources).flatMap(([resource, { listSearch = {} }]) =>
	Object.keys(listSearch).map((name) => ({ name, resource: resource as keyof typeof loaders })),
);
