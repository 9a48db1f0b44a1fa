import { run } from './process';
import { program, root } from './project';
import { runTask } from './progress';

/**
 * Builds `dist` from scratch: the compiled nodes and credentials, and the icons, metadata and schemas. It does not
 * check the types, which do not change the output: `npm run typecheck` does.
 */
export async function build(): Promise<void> {
	await runTask('Building', async () => {
		await run(process.execPath, [program('gulp', 'bin/gulp.js'), 'build'], {
			cwd: root,
			description: 'gulp',
		});
	});
}
