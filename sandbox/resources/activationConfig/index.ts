import { resource } from '../../base/resource';
import { routes } from './routes';

/** The configs of activations, which store them. */
export const activationConfig = resource({ name: 'activationConfig', routes });
