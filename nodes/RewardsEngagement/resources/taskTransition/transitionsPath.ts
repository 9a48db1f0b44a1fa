import { path, type Path } from '../../api/path';
import { taskPath } from '../task/paths';

/** Where the transitions of a task live. */
export function transitionsPath(values: Parameters<typeof taskPath>[0]): Path {
	return path`${taskPath(values)}/transitions`;
}

/** Where one transition lives: inferred. */
export function transitionPath(
	values: Parameters<typeof transitionsPath>[0] & { transitionId: string },
): Path {
	return path`${transitionsPath(values)}/${values.transitionId}`;
}
