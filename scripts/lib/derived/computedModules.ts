import fs from 'node:fs';
import path from 'node:path';

import * as description from '../../../nodes/RewardsEngagement/resources/description';

/**
 * The values of modules that hold nothing but JSON, by their path without its ending. In `dist` a file of JSON stands in
 * the place of each, which `require` finds by the same name.
 */
export const computedModules: ReadonlyMap<string, object> = new Map([
	['nodes/RewardsEngagement/resources/description', { ...description }],
]);

/** Puts the values in the place of the compiled modules. @param dist the folder of what was compiled */
export async function writeComputedModules(dist: string): Promise<void> {
	for (const [module, values] of computedModules) {
		const file = path.join(dist, module);
		await fs.promises.writeFile(`${file}.json`, JSON.stringify(values));
		await fs.promises.rm(`${file}.js`);
	}
}
