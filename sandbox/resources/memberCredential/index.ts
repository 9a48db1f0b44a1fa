import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids, seedRealm } from './seed';

export const memberCredential = resource({ name: 'memberCredential', ids, seedRealm, routes });
