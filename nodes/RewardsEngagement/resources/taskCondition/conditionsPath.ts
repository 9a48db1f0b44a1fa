import { path, type Path } from '../../api/path';
import { taskPath } from '../task/paths';

/** Where the conditions of a task live: inferred from where its actions live. */
export function conditionsPath(values: Parameters<typeof taskPath>[0]): Path {
	return path`${taskPath(values)}/conditions`;
}

/** Where one condition lives. */
export function conditionPath(values: Parameters<typeof conditionsPath>[0] & { conditionId: string }): Path {
	return path`${conditionsPath(values)}/${values.conditionId}`;
}
