import { isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import { byId, type State } from '../../base/state';
import { ids as currencyIds } from '../currency/seed';

export const ids = { shares: { pearls: seedId('share', 1) } } as const;

/** The other realm offers one of its currencies. */
export const seedState = (): Partial<State> => ({
	shares: byId([
		{
			id: ids.shares.pearls,
			parentRealmId: realmIds.otherRealm,
			childRealmId: realmIds.realm,
			realmPointId: currencyIds.currencies.pearls,
			permissions: ['view', 'earn', 'spend'],
			status: 'PENDING' as const,
			createdAt: isoDaysAgo(3),
		},
	]),
});
