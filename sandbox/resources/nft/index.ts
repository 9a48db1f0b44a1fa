import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids, seedRealm, seedState } from './seed';

export const nft = resource({ name: 'nft', ids, seedRealm, seedState, routes });
