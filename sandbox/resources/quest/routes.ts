import { created, ok, type Routes } from '../../base/call';
import { newId } from '../../base/ids';
import { recordPage } from '../../base/pages';
import { find, type Realm, type Schemas } from '../../base/state';
import { removeTask, shownTask, tasksOf } from './tasks';
import { rewardsOf, statusOf } from './progress';
import type { Quest } from './records';

/** A quest as in the API: with its tasks, and without its rewards. */
function shown(realm: Realm, { id, name, description, type }: Quest): Schemas['Quest'] & { id: string } {
	const tasks = tasksOf(realm, id).map((task) => shownTask(realm, task));
	return { id, name, description, type, tasks };
}

export const routes: Routes<'quest'> = {
	getMany: ({ realm, query }) =>
		ok(recordPage([...realm.quests.values()], query, (quest) => shown(realm, quest))),

	/** The new quest has no tasks. Its rewards are those of its tasks' actions. */
	create: ({ realm, body: { name = '', description = null, type = 'STANDARD' } }) => {
		const quest: Quest = { id: newId(), name, description, type };
		realm.quests.set(quest.id, quest);
		realm.tasks.set(quest.id, []);
		return created({ data: shown(realm, quest) });
	},

	/** 404 for an unknown quest. */
	get: ({ realm, params }) => ok({ data: shown(realm, find(realm.quests, params.questId, 'quest')) }),

	/** Sets the given fields. 404 for an unknown quest. */
	update: ({ realm, params, body: { name, description, type } }) => {
		const quest = find(realm.quests, params.questId, 'quest');
		Object.assign(quest, {
			name: name ?? quest.name,
			description: description ?? quest.description,
			type: type ?? quest.type,
		});
		return ok({ data: shown(realm, quest) });
	},

	/** Also deletes its tasks and all their parts. 404 for an unknown quest. */
	delete: ({ realm, params: { questId } }) => {
		const removed = shown(realm, find(realm.quests, questId, 'quest'));
		for (const { id } of [...tasksOf(realm, questId)]) removeTask(realm, { questId, taskId: id });
		realm.tasks.delete(questId);
		realm.quests.delete(questId);
		return ok({ data: removed });
	},

	/** All quests on one page. 404 for an unknown member. */
	getManyForMember: ({ realm, params: { memberId } }) => {
		find(realm.members, memberId, 'member');
		const data = [...realm.quests.values()].map((quest) => {
			const { id, name, description, tasks } = shown(realm, quest);
			return {
				id,
				name,
				description,
				status: statusOf(realm, id, memberId),
				tasks,
				rewards: rewardsOf(realm, quest),
			};
		});
		return ok({ data });
	},
};
