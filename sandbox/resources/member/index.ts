import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids, seedRealm } from './seed';

export const member = resource({ name: 'member', ids, seedRealm, routes });
