import { Registry } from '../run/registry';
import { resources } from './index';

/** Every operation of the node. */
export const registry = new Registry(resources);
