import { CommandError, run } from './process';
import { runTask, say } from './progress';
import { program, root } from './project';

/** Whether all types are right. Prints the errors. */
export async function typecheck(): Promise<boolean> {
	try {
		await runTask('Checking all types, including tests', async () => {
			// The same errors as those of `tsc` with tsconfig.json, in a third of the time.
			const args = [program('oxlint', 'bin/oxlint'), '-A', 'all', '--type-aware', '--type-check'];
			await run(process.execPath, args, { cwd: root, description: 'The type check' });
		});
		return true;
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		say(error.output);
		return false;
	}
}
