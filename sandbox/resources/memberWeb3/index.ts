import { resource } from '../../base/resource';
import { routes } from './routes';

/** What members have on chains: it follows from their wallets, and from the activations of the realm. */
export const memberWeb3 = resource({ name: 'memberWeb3', routes });
