import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids } from './seed';

export const nft = resource({ name: 'nft', ids, routes });
