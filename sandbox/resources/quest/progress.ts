import { isAmount } from '../../base/decimal';
import { conflict } from '../../base/errors';
import type { Realm } from '../../base/state';
import type { Quest, QuestStatus, Reward } from './records';
import { tasksOf, type Task } from './tasks';

/** The progress of a member in a quest. A quest without any progress is active for all members. */
export function statusOf(realm: Realm, questId: string, memberId: string): QuestStatus {
	return realm.questProgress.get(questId)?.get(memberId) ?? 'active';
}

/** Stores the progress of a member. */
export function setStatus(realm: Realm, questId: string, memberId: string, status: QuestStatus): void {
	const ofQuest = realm.questProgress.get(questId) ?? new Map<string, QuestStatus>();
	realm.questProgress.set(questId, ofQuest.set(memberId, status));
}

/**
 * Visits the tasks of a quest from the first one along the transitions, like a member who completes it.
 *
 * @throws {ServiceError} 409 when there is no task, no first task, or a task that no transition leads to
 */
export function walk(realm: Realm, quest: Quest): Task[] {
	const tasks = tasksOf(realm, quest.id);
	const ledTo = new Set(tasks.flatMap(({ transitions }) => transitions.map(({ toTaskId }) => toTaskId)));
	const [first] = tasks.filter(({ id }) => !ledTo.has(id));
	if (!first) throw conflict(`The quest ${quest.name} has no task to start with.`);
	const done = new Set([first]);
	// The loop over a set also visits the entries that it adds meanwhile.
	for (const { transitions } of done) {
		for (const { toTaskId } of transitions) {
			const next = tasks.find(({ id }) => id === toTaskId);
			if (next) done.add(next);
		}
	}
	const missed = tasks.find((task) => !done.has(task));
	if (missed) throw conflict(`No transition leads to the task ${missed.name} of the quest ${quest.name}.`);
	return [...done];
}

/** The rewards of a completed quest. */
export function rewardsOf(realm: Realm, { id, rewards }: Quest): Reward[] {
	return (
		rewards ??
		tasksOf(realm, id).flatMap(({ actions }) => actions.flatMap(({ config }) => awardOf(realm, config)))
	);
}

/** The reward of an action, if it has an amount and a currency of the realm. */
function awardOf(realm: Realm, config: Record<string, unknown> | null): Reward[] {
	const { amount, currencyId } = config ?? {};
	if (!isAmount(amount)) return [];
	if (typeof currencyId !== 'string' || !realm.currencies.has(currencyId)) return [];
	return [{ type: 'points', amount, realmPointId: currencyId }];
}
