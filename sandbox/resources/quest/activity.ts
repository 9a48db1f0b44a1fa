import { now } from '../../base/dates';
import type { Delivery } from '../../base/deliveries';
import { issuer } from '../../base/ledger';
import { find, type Realm } from '../../base/state';
import type { World } from '../../base/world';
import { reference } from '../member/records';

/**
 * A member completes a quest: the rewards are paid through the ledger; `quest.completed` and one
 * `member.points.awarded` per reward go out.
 * @throws {ServiceError} 404 when the quest or the member is unknown
 */
export function completeQuest(world: World, realm: Realm, questId: string, memberId: string): Delivery[] {
	const quest = find(realm.quests, questId, 'quest');
	const member = find(realm.members, memberId, 'member');
	for (const { realmPointId, amount } of quest.rewards) {
		realm.ledger.move({ currencyId: realmPointId, from: issuer, to: memberId, amount, memo: quest.name });
	}
	const completed = world.emitOwn(realm, 'quest.completed', {
		quest: { id: quest.id, name: quest.name, type: quest.type },
		member: reference(member),
		completedAt: now(),
		rewards: quest.rewards,
	});
	const awarded = quest.rewards.flatMap(({ realmPointId, amount }) => {
		const { id, name, emoji } = find(realm.currencies, realmPointId, 'currency');
		return world.emitOwn(realm, 'member.points.awarded', {
			member: reference(member),
			points: { amount, realmPoint: { id, name, emoji } },
			reason: `Completed the quest ${quest.name}`,
			newBalance: realm.ledger.balance(id, memberId),
		});
	});
	return [...completed, ...awarded];
}

/** A member starts a quest: `quest.started` goes out. */
export function startQuest(world: World, realm: Realm, questId: string, memberId: string): Delivery[] {
	const { id, name } = find(realm.quests, questId, 'quest');
	const member = find(realm.members, memberId, 'member');
	return world.emitOwn(realm, 'quest.started', {
		quest: { id, name },
		member: reference(member),
		startedAt: now(),
	});
}
