import fs from 'node:fs';
import path from 'node:path';

import * as computed from '../../../nodes/RewardsEngagement/resources/description';

/** The module that only computes JSON, by its path without ending. */
export const DESCRIPTION = 'nodes/RewardsEngagement/resources/description';

/** The values of that module. */
export const description: object = { ...computed };

/**
 * Writes the values in place of the code, so that n8n starts without the code of the operations.
 *
 * @param dist the folder of the compiled files
 */
export async function writeDescription(dist: string): Promise<void> {
	const file = path.join(dist, `${DESCRIPTION}.json`);
	await fs.promises.mkdir(path.dirname(file), { recursive: true });
	await fs.promises.writeFile(file, JSON.stringify(description));
}
