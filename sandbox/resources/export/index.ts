import { resource } from '../../base/resource';
import { addFileRoute } from './files';
import { routes } from './routes';
import { ids, seedState } from './seed';

export const exportJob = resource({ name: 'export', ids, seedState, routes, addPages: addFileRoute });
