import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids, seedRealm } from './seed';

export const raffle = resource({ name: 'raffle', ids, seedRealm, routes });
