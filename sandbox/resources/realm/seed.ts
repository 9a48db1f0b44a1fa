import { isoDaysAgo } from '../../base/dates';
import { realmIds } from '../../base/ids';
import { Ledger } from '../../base/ledger';
import type { Realm } from '../../base/state';
import { ids as memberIds } from '../member/seed';

export const ids = realmIds;

const details = () => ({
	level: 1,
	premiumLevel: 0,
	published: true,
	verified: false,
	createdAt: isoDaysAgo(130),
	updatedAt: isoDaysAgo(5),
});

/** Two realms without records. */
export function seedRealms() {
	return [
		{
			id: ids.realm,
			name: 'Lighthouse Club',
			ownerId: memberIds.members.ada,
			description: 'A club that thanks its members for showing up.',
			subdomain: 'lighthouse',
			details: details(),
			ledger: new Ledger(),
		},
		{
			id: ids.otherRealm,
			name: 'Tide Pool',
			ownerId: memberIds.members.stranger,
			description: 'A realm of somebody else, here to be refused.',
			subdomain: 'tide-pool',
			details: details(),
			ledger: new Ledger(),
		},
	] satisfies Array<Partial<Realm>>;
}
