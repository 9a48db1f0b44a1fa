import { path, type Path } from '../../api/path';
import { taskPath } from '../task/paths';

/** Inferred from the path of a task's actions. */
export function conditionsPath(values: Parameters<typeof taskPath>[0]): Path {
	return path`${taskPath(values)}/conditions`;
}

export function conditionPath(values: Parameters<typeof conditionsPath>[0] & { conditionId: string }): Path {
	return path`${conditionsPath(values)}/${values.conditionId}`;
}
