import { resource } from '../../base/resource';
import { routes } from './routes';
import { seedState } from './seed';

export const app = resource({ name: 'app', seedState, routes });
