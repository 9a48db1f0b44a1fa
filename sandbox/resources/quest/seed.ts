import { realmIds, seedId } from '../../base/ids';
import { byId, type Realm } from '../../base/state';
import { ids as currencyIds } from '../currency/seed';
import type { Quest } from './records';

export const ids = {
	quests: {
		firstSteps: seedId('quest', 1),
		weeklyWalk: seedId('quest', 2),
		bringAFriend: seedId('quest', 3),
	},
} as const;

function seedQuests(): Quest[] {
	const { firstSteps, weeklyWalk, bringAFriend } = ids.quests;
	const { stars, gems } = currencyIds.currencies;
	return [
		{
			id: firstSteps,
			name: 'First steps',
			description: 'Find your way around the club.',
			type: 'ONBOARDING',
			rewards: [{ type: 'points', amount: 50, realmPointId: stars }],
		},
		{
			id: weeklyWalk,
			name: 'Weekly walk',
			description: 'Walk ten kilometres in a week.',
			type: 'RECURRING',
			rewards: [
				{ type: 'points', amount: 120, realmPointId: stars },
				{ type: 'points', amount: 1, realmPointId: gems },
			],
		},
		{
			id: bringAFriend,
			name: 'Bring a friend',
			description: null,
			type: 'REFERRAL',
			rewards: [{ type: 'points', amount: 500, realmPointId: stars }],
		},
	];
}

export function seedRealm({ id }: Realm): Partial<Realm> {
	return { quests: byId(id === realmIds.realm ? seedQuests() : []), questProgress: new Map() };
}
