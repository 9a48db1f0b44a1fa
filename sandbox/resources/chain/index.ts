import { resource } from '../../base/resource';
import { ids, seedState } from './seed';

/** What lives on chains, whichever realm it is asked for in. It has no operation of its own. */
export const chain = resource({ name: 'chain', ids, seedState });
