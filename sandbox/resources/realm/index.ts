import { resource } from '../../base/resource';
import { routes } from './routes';
import { ids } from './seed';

export const realm = resource({ name: 'realm', ids, routes });
