import { resource } from '../../base/resource';
import { routes } from './routes';

export const taskAction = resource({ name: 'taskAction', routes });
