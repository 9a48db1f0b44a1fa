import { resource } from '../../base/resource';
import { ids, seedState } from './seed';

/** Data on chains, which is the same for every realm. The resource has no operations. */
export const chain = resource({ name: 'chain', ids, seedState });
