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

/** The path of one task. Its parts are below it. */
export function taskPath(place: TaskPlace): Path {
	return path`${tasksPath(place)}/${place.taskId}`;
}
