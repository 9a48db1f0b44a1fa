import { resource } from '../../base/resource';
import { routes } from './routes';

export const token = resource({ name: 'token', routes });
