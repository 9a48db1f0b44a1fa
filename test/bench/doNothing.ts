import fs from 'node:fs';
import path from 'node:path';

import type { N8nSetting } from '../harness/environment';
import { openN8n, type OpenN8n } from '../harness/n8n/open';
import { freePort } from '../harness/process/ports';

const NODE = 'DoNothingTrigger.node.js';

/** The community package of the trigger that does nothing. */
const MANIFEST = {
	name: 'n8n-nodes-do-nothing',
	version: '1.0.0',
	keywords: ['n8n-community-node-package'],
	n8n: { n8nNodesApiVersion: 1, nodes: [`dist/${NODE}`] },
};

export const DO_NOTHING = `${MANIFEST.name}.doNothingTrigger`;

/** Opens an n8n that holds this package beside ours. n8n loads what lies among its community packages when it starts. */
export async function openBesideDoNothing(
	{ folder, ...setting }: N8nSetting,
	programs: string,
): Promise<OpenN8n> {
	const userFolder = path.join(folder, 'n8n');
	const home = path.join(userFolder, '.n8n', 'nodes', 'node_modules', MANIFEST.name);
	fs.mkdirSync(path.join(home, 'dist'), { recursive: true });
	fs.writeFileSync(path.join(home, 'package.json'), JSON.stringify(MANIFEST));
	fs.copyFileSync(path.join(programs, NODE), path.join(home, 'dist', NODE));
	return await openN8n({ ...setting, userFolder, port: await freePort() });
}
