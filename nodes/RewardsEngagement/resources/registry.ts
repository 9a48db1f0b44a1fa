import { Registry } from '../declare/registry';
import { resources } from './index';

export const registry = new Registry(resources);
