import { resource } from '../../base/resource';
import { ids, seedRealm } from './seed';

export const task = resource({ name: 'task', ids, seedRealm });
