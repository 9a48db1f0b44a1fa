import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids, seedRealm } from './seed';

export const purchase = resource({ name: 'purchase', ids, seedRealm, routes });
