import { path, type Path } from '../../api/path';
import { taskPath } from '../task/paths';

export function transitionsPath(values: Parameters<typeof taskPath>[0]): Path {
	return path`${taskPath(values)}/transitions`;
}

/** This path is inferred. */
export function transitionPath(
	values: Parameters<typeof transitionsPath>[0] & { transitionId: string },
): Path {
	return path`${transitionsPath(values)}/${values.transitionId}`;
}
