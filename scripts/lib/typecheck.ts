import path from 'node:path';

import { CommandError, run } from './process';
import { runTask, say } from './progress';
import { program, root } from './project';

/** The state of the last check. With it the compiler checks only later changes. */
const STATE = path.join(root, 'node_modules', '.cache', 'types.tsbuildinfo');

/** Whether all types are right. Prints the errors. */
export async function typecheck(): Promise<boolean> {
	try {
		await runTask('Checking all types, including tests', async () => {
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
