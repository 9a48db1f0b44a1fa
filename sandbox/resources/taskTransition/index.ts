import { resource } from '../../base/resource';
import { routes } from './routes';

export const taskTransition = resource({ name: 'taskTransition', routes });
