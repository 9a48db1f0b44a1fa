import { CommandError, run } from './process';
import { runTask, say } from './progress';
import { program, root } from './project';

/** Whether the types of everything are right; says what is not. */
export async function typecheck(): Promise<boolean> {
	try {
		await runTask('Checking the types of everything, tests included', async () => {
			const args = [program('typescript', 'bin/tsc'), '--noEmit'];
			await run(process.execPath, args, { cwd: root, description: 'The TypeScript compiler' });
		});
		return true;
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		say(error.output);
		return false;
	}
}
