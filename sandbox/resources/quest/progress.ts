import { isAmount } from '../../base/decimal';
import { conflict } from '../../base/errors';
import type { Realm } from '../../base/state';
import type { Quest, QuestStatus, Reward } from './records';
import { tasksOf, type Task } from './tasks';

/** How far a member has come with a quest; one that nobody has begun is there for all. */
export function statusOf(realm: Realm, questId: string, memberId: string): QuestStatus {
	return realm.questProgress.get(questId)?.get(memberId) ?? 'active';
}

/** Remembers how far a member has come. */
export function setStatus(realm: Realm, questId: string, memberId: string, status: QuestStatus): void {
	const ofQuest = realm.questProgress.get(questId) ?? new Map<string, QuestStatus>();
	realm.questProgress.set(questId, ofQuest.set(memberId, status));
}

/**
 * Goes through a quest from its first task along the transitions, as a member does who completes it.
 * @throws {ServiceError} 409 when there is no task, no first one, or one that no transition leads to
 */
export function walk(realm: Realm, quest: Quest): Task[] {
	const tasks = tasksOf(realm, quest.id);
	const ledTo = new Set(tasks.flatMap(({ transitions }) => transitions.map(({ toTaskId }) => toTaskId)));
	const [first] = tasks.filter(({ id }) => !ledTo.has(id));
	if (!first) throw conflict(`The quest ${quest.name} has no task to begin with.`);
	const done = new Set([first]);
	// A set gives what is added to it while it is gone through.
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

/** What completing a quest pays. */
export function rewardsOf(realm: Realm, { id, rewards }: Quest): Reward[] {
	return (
		rewards ??
		tasksOf(realm, id).flatMap(({ actions }) => actions.flatMap(({ config }) => awardOf(realm, config)))
	);
}

/** What an action awards, if it names an amount and a currency of the realm. */
function awardOf(realm: Realm, config: Record<string, unknown> | null): Reward[] {
	const { amount, currencyId } = config ?? {};
	if (!isAmount(amount)) return [];
	if (typeof currencyId !== 'string' || !realm.currencies.has(currencyId)) return [];
	return [{ type: 'points', amount, realmPointId: currencyId }];
}
