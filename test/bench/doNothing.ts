import fs from 'node:fs';
import path from 'node:path';

import type { N8nSetting } from '../harness/environment';
import { openN8n, type OpenN8n } from '../harness/n8n/open';
import { freePort } from '../harness/process/ports';

const NODES = ['DoNothingTrigger.node.js', 'FewLinesTrigger.node.js'];

/** The community package with the triggers that ours is compared with. */
const MANIFEST = {
	name: 'n8n-nodes-do-nothing',
	version: '1.0.0',
	keywords: ['n8n-community-node-package'],
	n8n: { n8nNodesApiVersion: 1, nodes: NODES.map((file) => `dist/${file}`) },
};

export const DO_NOTHING = `${MANIFEST.name}.doNothingTrigger`;
export const FEW_LINES = `${MANIFEST.name}.fewLinesTrigger`;

/** Opens an n8n instance that has this package beside ours. n8n loads its community packages when it starts. */
export async function openBesideDoNothing(
	{ folder, ...setting }: N8nSetting,
	programs: string,
): Promise<OpenN8n> {
	const userFolder = path.join(folder, 'n8n');
	const home = path.join(userFolder, '.n8n', 'nodes', 'node_modules', MANIFEST.name);
	fs.mkdirSync(path.join(home, 'dist'), { recursive: true });
	fs.writeFileSync(path.join(home, 'package.json'), JSON.stringify(MANIFEST));
	for (const file of NODES) fs.copyFileSync(path.join(programs, file), path.join(home, 'dist', file));
	return await openN8n({ ...setting, userFolder, port: await freePort() });
}
