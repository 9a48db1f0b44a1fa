import { Registry } from '../run/registry';
import { resources } from './index';

export const registry = new Registry(resources);
