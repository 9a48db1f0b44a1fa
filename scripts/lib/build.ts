import path from 'node:path';

import { run } from './process';
import { root } from './project';
import { runTask } from './progress';

/** A separate program, so that a test under Jest can build too. */
const WRITER = path.join(__dirname, 'writeDist.ts');

/**
 * Builds `dist` from scratch: the compiled nodes and credentials, and the icons, metadata and schemas. It does not
 * check the types, which do not change the output: `npm run typecheck` does.
 */
export async function build(): Promise<void> {
	await runTask('Building', async () => {
		await run(process.execPath, ['--require', 'tsx/cjs', WRITER], {
			cwd: root,
			description: 'The build',
		});
	});
}
