/**
 * n8n's view of the operations, as plain JSON. The build computes it and replaces this module by the result. So n8n
 * reads one file when it starts, and loads the operations at the first use.
 */
import { buildProperties, equalPaymentsHint } from '../declare/properties';
import { sensitivePaths } from '../declare/registry';
import { registry } from './registry';

export const properties = buildProperties(registry);

/** The hints of the panel before a run. */
export const hints = [equalPaymentsHint(registry)];

/** The fields of items that may be as sensitive as a key. */
export const sensitiveOutputFields = sensitivePaths(registry);

/** The names of the lists for resource locators. */
export const listSearches = Object.keys(registry.listSearch);
