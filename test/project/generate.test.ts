import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { root } from '../../scripts/lib/project';

it('all that follows from the nodes and the API document is up to date: "npm run generate" writes it', () => {
	const command = [path.join(root, 'scripts', 'run.mjs'), 'generate', '--check'];
	const { stdout, stderr, status } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
	expect([stdout, stderr, status]).toEqual(['All that is generated is up to date.\n', '', 0]);
});
