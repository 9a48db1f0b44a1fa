import { resource } from '../../base/resource';
import { routes } from './routes';

export const taskTrigger = resource({ name: 'taskTrigger', routes });
