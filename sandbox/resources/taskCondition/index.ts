import { resource } from '../../base/resource';
import { routes } from './routes';

export const taskCondition = resource({
	name: 'taskCondition',
	seedRealm: () => ({ preData: new Map() }),
	routes,
});
