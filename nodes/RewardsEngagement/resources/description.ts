/**
 * What n8n shows of the operations, as nothing but JSON: the build works it out and puts it in the place of this module,
 * so that an n8n that starts reads one file and loads no operation before one is used.
 */
import { equalPaymentsHint } from '../run/equalPayments';
import { buildProperties } from '../run/properties';
import { sensitivePaths } from '../run/sensitiveFields';
import { registry } from './registry';

/** The parameters of the node. */
export const properties = buildProperties(registry);

/** What the panel says before a run. */
export const hints = [equalPaymentsHint(registry)];

/** Where an item may hold what is as good as a key. */
export const sensitiveOutputFields = sensitivePaths(registry.resources);

/** The names of the lists that resource locators offer. */
export const listSearches = Object.keys(registry.listSearch);
