import { path, type Path } from '../../api/path';
import { taskPath } from '../task/paths';

/** Inferred from the path of a task's actions. */
export function triggersPath(values: Parameters<typeof taskPath>[0]): Path {
	return path`${taskPath(values)}/triggers`;
}

export function triggerPath(values: Parameters<typeof triggersPath>[0] & { triggerId: string }): Path {
	return path`${triggersPath(values)}/${values.triggerId}`;
}
