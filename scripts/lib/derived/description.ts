import fs from 'node:fs';
import path from 'node:path';

import * as computed from '../../../nodes/RewardsEngagement/resources/description';

/** The module that only computes JSON, by its path without ending. */
export const DESCRIPTION = 'nodes/RewardsEngagement/resources/description';

/** The values of that module. */
export const description: object = { ...computed };

/**
 * Replaces the compiled module by a JSON file, which `require` finds by the same name. So n8n starts without the code
 * of the operations.
 *
 * @param dist the folder of the compiled files
 */
export async function writeDescription(dist: string): Promise<void> {
	const file = path.join(dist, DESCRIPTION);
	await fs.promises.rm(`${file}.js`);
	await fs.promises.writeFile(`${file}.json`, JSON.stringify(description));
}
