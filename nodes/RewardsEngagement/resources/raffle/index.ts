import { resource } from '../../declare/resource';
import { buyTickets } from './buyTickets';
import { createRaffle } from './create';
import { drawRaffle } from './draw';
import { getRaffle } from './get';
import { getActiveRaffleEntries } from './getActiveEntries';
import { getRaffleEntries } from './getEntries';
import { getManyRaffles } from './getMany';
import { searchRaffles } from './searchRaffles';
import { updateRaffle } from './update';

export const raffle = resource({
	name: 'Raffle',
	description: 'A draw in which members buy tickets to win',
	default: 'getMany',
	operations: {
		buyTickets,
		create: createRaffle,
		draw: drawRaffle,
		get: getRaffle,
		getActiveEntries: getActiveRaffleEntries,
		getEntries: getRaffleEntries,
		getMany: getManyRaffles,
		update: updateRaffle,
	},
	listSearch: { searchRaffles },
});
