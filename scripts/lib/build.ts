import { run } from './process';
import { program, root } from './project';
import { runTask } from './progress';

/** Makes `dist` anew: the compiled nodes and credentials, and the files beside them (icons, metadata, schemas). */
export async function build(): Promise<void> {
	await runTask('Building', async () => {
		const args = [program('gulp', 'bin/gulp.js'), 'build'];
		await run(process.execPath, args, { cwd: root, description: 'gulp' });
	});
}
