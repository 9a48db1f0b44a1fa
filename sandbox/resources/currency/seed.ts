import { isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import { byId, type Realm } from '../../base/state';
import { OWNED, type Currency } from './records';

export const ids = {
	currencies: {
		/** The default currency. */
		stars: seedId('currency', 1),
		gems: seedId('currency', 2),
		/** Archived. */
		tickets: seedId('currency', 3),
		/** Default currency of the other realm. */
		shells: seedId('currency', 4),
		/** A currency of the other realm, which offers to share it. */
		pearls: seedId('currency', 5),
		corals: seedId('currency', 6),
	},
} as const;

function currency(
	id: string,
	realmId: string,
	name: string,
	emoji: string | null,
	more: Partial<Currency> = {},
): Currency {
	return {
		...OWNED,
		id,
		realmId,
		name,
		emoji,
		default: false,
		metadata: {},
		createdAt: isoDaysAgo(120),
		updatedAt: isoDaysAgo(120),
		archived: false,
		archivedAt: null,
		...more,
	};
}

export function seedRealm({ id }: Realm): Partial<Realm> {
	const { stars, gems, tickets, shells, pearls, corals } = ids.currencies;
	const currencies =
		id === realmIds.realm
			? [
					currency(stars, id, 'Stars', '⭐', { default: true }),
					currency(gems, id, 'Gems', '💎', { createdAt: isoDaysAgo(50), updatedAt: isoDaysAgo(50) }),
					currency(tickets, id, 'Opening tickets', null, { archived: true, archivedAt: isoDaysAgo(80) }),
				]
			: [
					currency(shells, id, 'Shells', '🐚', { default: true }),
					currency(pearls, id, 'Pearls', '🦪'),
					currency(corals, id, 'Corals', '🪸'),
				];
	return { currencies: byId(currencies) };
}
