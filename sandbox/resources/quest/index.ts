import { resource } from '../../base/resource';
import { ids, seedRealm } from './seed';

export const quest = resource({ name: 'quest', ids, seedRealm });
