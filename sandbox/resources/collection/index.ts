import { resource } from '../../base/resource';
import { routes } from './routes';

export const collection = resource({ name: 'collection', routes });
