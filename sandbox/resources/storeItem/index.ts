import { resource } from '../../base/resource';
import { ids, seedRealm } from './seed';

export const storeItem = resource({ name: 'storeItem', ids, seedRealm });
