import { path, type Path } from '../../api/path';
import { taskPath } from '../task/paths';

export function actionsPath(values: Parameters<typeof taskPath>[0]): Path {
	return path`${taskPath(values)}/actions`;
}

export function actionPath(values: Parameters<typeof actionsPath>[0] & { actionId: string }): Path {
	return path`${actionsPath(values)}/${values.actionId}`;
}
