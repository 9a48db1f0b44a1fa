import { path, type Path } from '../../api/path';

/** Where the conditions of a task live: inferred from where its actions live. */
export function conditionsPath(values: { realmId: string; questId: string; taskId: string }): Path {
	return path`/api/v1/realms/${values.realmId}/quests/${values.questId}/tasks/${values.taskId}/conditions`;
}

/** Where one condition lives. */
export function conditionPath(values: Parameters<typeof conditionsPath>[0] & { conditionId: string }): Path {
	return path`${conditionsPath(values)}/${values.conditionId}`;
}
