import { run } from './process';
import { program, root } from './project';
import { runTask } from './progress';

/**
 * Makes `dist` anew: the compiled nodes and credentials, and the files beside them (icons, metadata, schemas). It does not
 * look at the types: `npm run typecheck` does, and what comes out is the same.
 */
export async function build(): Promise<void> {
	await runTask('Building', async () => {
		await run(process.execPath, [program('gulp', 'bin/gulp.js'), 'build'], {
			cwd: root,
			description: 'gulp',
		});
	});
}
