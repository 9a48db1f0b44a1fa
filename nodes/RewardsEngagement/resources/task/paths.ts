import { path, type Path } from '../../api/path';

interface QuestPlace {
	realmId: string;
	questId: string;
}

interface TaskPlace extends QuestPlace {
	taskId: string;
}

export function questsPath({ realmId }: { realmId: string }): Path {
	return path`/api/v1/realms/${realmId}/quests`;
}

export function questPath(place: QuestPlace): Path {
	return path`${questsPath(place)}/${place.questId}`;
}

export function tasksPath(place: QuestPlace): Path {
	return path`${questPath(place)}/tasks`;
}

export function taskPath(place: TaskPlace): Path {
	return path`${tasksPath(place)}/${place.taskId}`;
}

export function actionsPath(place: TaskPlace): Path {
	return path`${taskPath(place)}/actions`;
}

export function actionPath(place: TaskPlace & { actionId: string }): Path {
	return path`${actionsPath(place)}/${place.actionId}`;
}

export function conditionsPath(place: TaskPlace): Path {
	return path`${taskPath(place)}/conditions`;
}

export function conditionPath(place: TaskPlace & { conditionId: string }): Path {
	return path`${conditionsPath(place)}/${place.conditionId}`;
}

export function transitionsPath(place: TaskPlace): Path {
	return path`${taskPath(place)}/transitions`;
}

export function transitionPath(place: TaskPlace & { transitionId: string }): Path {
	return path`${transitionsPath(place)}/${place.transitionId}`;
}

export function triggersPath(place: TaskPlace): Path {
	return path`${taskPath(place)}/triggers`;
}

export function triggerPath(place: TaskPlace & { triggerId: string }): Path {
	return path`${triggersPath(place)}/${place.triggerId}`;
}
