import { resource } from '../../base/resource';
import { routes } from './routes';

export const wallet = resource({ name: 'wallet', routes });
