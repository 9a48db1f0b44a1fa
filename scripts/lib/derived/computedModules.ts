import fs from 'node:fs';
import path from 'node:path';

import * as description from '../../../nodes/RewardsEngagement/resources/description';

/**
 * The values of the modules that export only JSON, by their path without extension. In `dist` a JSON file replaces
 * each of them, and `require` finds it by the same name.
 */
export const computedModules: ReadonlyMap<string, object> = new Map([
	['nodes/RewardsEngagement/resources/description', { ...description }],
]);

/** Writes the values of the modules in place of their code. @param dist the folder of the compiled files */
export async function writeComputedModules(dist: string): Promise<void> {
	for (const [module, values] of computedModules) {
		const file = path.join(dist, `${module}.json`);
		await fs.promises.mkdir(path.dirname(file), { recursive: true });
		await fs.promises.writeFile(file, JSON.stringify(values));
	}
}
