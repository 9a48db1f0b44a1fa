/**
 * What n8n shows of the operations, as nothing but JSON: the build works it out and puts it in the place of this module,
 * so that an n8n that starts reads one file and loads no operation before one is used.
 */
import { buildProperties } from '../run/properties';
import { sensitivePaths } from '../run/sensitiveFields';
import { registry } from './registry';

/** The parameters of the node. */
export const properties = buildProperties(registry);

/** Where an item may hold what is as good as a key. */
export const sensitiveOutputFields = sensitivePaths(registry.resources);

/** The names of the lists that resource locators offer. */
export const listSearches = Object.keys(registry.listSearch);
