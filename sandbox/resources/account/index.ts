import { resource } from '../../base/resource';
import { routes } from './routes';

export const account = resource({ name: 'account', routes });
