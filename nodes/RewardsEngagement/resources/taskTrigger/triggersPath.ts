import { path, type Path } from '../../api/path';
import { taskPath } from '../task/paths';

/** Where the triggers of a task live: inferred from where its actions live. */
export function triggersPath(values: Parameters<typeof taskPath>[0]): Path {
	return path`${taskPath(values)}/triggers`;
}

/** Where one trigger lives. */
export function triggerPath(values: Parameters<typeof triggersPath>[0] & { triggerId: string }): Path {
	return path`${triggersPath(values)}/${values.triggerId}`;
}
