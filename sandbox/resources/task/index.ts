import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids, seedRealm } from './seed';

export const task = resource({ name: 'task', ids, seedRealm, routes });
