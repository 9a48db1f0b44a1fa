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

/** Replaces the compiled modules with their values. @param dist the folder of the compiled files */
export async function writeComputedModules(dist: string): Promise<void> {
	for (const [module, values] of computedModules) {
		const file = path.join(dist, module);
		await fs.promises.writeFile(`${file}.json`, JSON.stringify(values));
		await fs.promises.rm(`${file}.js`);
	}
}
