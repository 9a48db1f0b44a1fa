import { now } from '../../base/dates';
import type { Delivery } from '../../base/deliveries';
import { issuer } from '../../base/ledger';
import { find, type Realm } from '../../base/state';
import type { World } from '../../base/world';
import { reference } from '../member/records';
import { rewardsOf, setStatus, walk } from './progress';

/**
 * A member completes a quest, task by task along the transitions. The ledger pays the rewards. Sends
 * `quest.completed`, and one `member.points.awarded` per reward.
 *
 * @throws {ServiceError} 404 when the quest or the member is unknown, 409 when some task cannot be reached
 */
export function completeQuest(world: World, realm: Realm, questId: string, memberId: string): Delivery[] {
	const quest = find(realm.quests, questId, 'quest');
	const member = find(realm.members, memberId, 'member');
	walk(realm, quest);
	const rewards = rewardsOf(realm, quest);
	realm.ledger.atomically(() => {
		for (const { realmPointId, amount } of rewards) {
			realm.ledger.move({ currencyId: realmPointId, from: issuer, to: memberId, amount, memo: quest.name });
		}
	});
	member.lastActive = now();
	setStatus(realm, questId, memberId, 'completed');
	const completed = world.emitOwn(realm, 'quest.completed', {
		quest: { id: quest.id, name: quest.name, type: quest.type },
		member: reference(member),
		completedAt: now(),
		rewards,
	});
	const awarded = rewards.flatMap(({ realmPointId, amount }) => {
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

/** A member starts a quest. Sends `quest.started`. */
export function startQuest(world: World, realm: Realm, questId: string, memberId: string): Delivery[] {
	const { id, name } = find(realm.quests, questId, 'quest');
	const member = find(realm.members, memberId, 'member');
	member.lastActive = now();
	setStatus(realm, questId, memberId, 'started');
	return world.emitOwn(realm, 'quest.started', {
		quest: { id, name },
		member: reference(member),
		startedAt: now(),
	});
}
