import { resource } from '../../base/resource';
import { routes } from './routes';

/** The assets of members on chains. They follow from the members' wallets and the realm's activations. */
export const memberWeb3 = resource({ name: 'memberWeb3', routes });
