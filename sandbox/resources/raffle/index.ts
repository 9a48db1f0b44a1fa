import { resource } from '../../base/resource';
import { ids, seedRealm } from './seed';

export const raffle = resource({ name: 'raffle', ids, seedRealm });
