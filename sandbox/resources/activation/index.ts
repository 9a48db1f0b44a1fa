import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids, seedRealm } from './seed';

export const activation = resource({ name: 'activation', ids, seedRealm, routes });
