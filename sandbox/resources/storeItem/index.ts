import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids, seedRealm } from './seed';

export const storeItem = resource({ name: 'storeItem', ids, seedRealm, routes });
