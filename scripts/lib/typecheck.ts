import path from 'node:path';

import { CommandError, run } from './process';
import { runTask, say } from './progress';
import { program, root } from './project';

/** What the compiler learned the last time: it checks only what has changed since. */
const STATE = path.join(root, 'node_modules', '.cache', 'types.tsbuildinfo');

/** Whether the types of everything are right; says what is not. */
export async function typecheck(): Promise<boolean> {
	try {
		await runTask('Checking the types of everything, tests included', async () => {
			const args = [
				program('typescript', 'bin/tsc'),
				'--noEmit',
				'--incremental',
				'--tsBuildInfoFile',
				STATE,
			];
			await run(process.execPath, args, { cwd: root, description: 'The TypeScript compiler' });
		});
		return true;
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		say(error.output);
		return false;
	}
}
