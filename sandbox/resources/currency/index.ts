import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids, seedRealm } from './seed';

export const currency = resource({ name: 'currency', ids, seedRealm, routes });
