import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids, seedState } from './seed';

export const currencyShare = resource({ name: 'currencyShare', ids, seedState, routes });
