import { path, type Path } from '../../api/path';
import { taskPath } from '../task/paths';

/** Where the actions of a task live. */
export function actionsPath(values: Parameters<typeof taskPath>[0]): Path {
	return path`${taskPath(values)}/actions`;
}

/** Where one action lives. */
export function actionPath(values: Parameters<typeof actionsPath>[0] & { actionId: string }): Path {
	return path`${actionsPath(values)}/${values.actionId}`;
}
