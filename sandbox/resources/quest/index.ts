import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids, seedRealm } from './seed';

export const quest = resource({ name: 'quest', ids, seedRealm, routes });
