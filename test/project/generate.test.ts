import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { root } from '../../scripts/lib/project';

it('all generated files are up to date ("npm run generate" writes them)', () => {
	const command = [path.join(root, 'scripts', 'run.mjs'), 'generate', '--check'];
	const { stdout, stderr, status } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
	expect([stdout, stderr, status]).toEqual(['All generated files are up to date.\n', '', 0]);
});
