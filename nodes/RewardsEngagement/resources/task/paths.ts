import { path, type Path } from '../../api/path';

/** Names a quest. */
interface QuestPlace {
	realmId: string;
	questId: string;
}

/** Names a task. */
interface TaskPlace extends QuestPlace {
	taskId: string;
}

/** Where the quests of a realm live. */
export function questsPath({ realmId }: { realmId: string }): Path {
	return path`/api/v1/realms/${realmId}/quests`;
}

/** Where one quest lives. */
export function questPath(place: QuestPlace): Path {
	return path`${questsPath(place)}/${place.questId}`;
}

/** Where the tasks of a quest live. */
export function tasksPath(place: QuestPlace): Path {
	return path`${questPath(place)}/tasks`;
}

/** Where one task lives; its parts lie below it. */
export function taskPath(place: TaskPlace): Path {
	return path`${tasksPath(place)}/${place.taskId}`;
}
