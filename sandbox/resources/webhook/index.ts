import { resource } from '../../base/resource';
import { routes } from './routes';

export const webhook = resource({ name: 'webhook', seedRealm: () => ({ webhooks: new Map() }), routes });
