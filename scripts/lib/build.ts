import { run } from './process';
import { program, root } from './project';
import { runTask } from './progress';

export interface BuildOptions {
	/** Without, nobody looks at the types; what comes out is the same, sooner. */
	checksTypes?: boolean;
}

/** Makes `dist` anew: the compiled nodes and credentials, and the files beside them (icons, metadata, schemas). */
export async function build({ checksTypes = true }: BuildOptions = {}): Promise<void> {
	await runTask('Building', async () => {
		const args = [program('gulp', 'bin/gulp.js'), checksTypes ? 'build' : 'buildUnchecked'];
		await run(process.execPath, args, { cwd: root, description: 'gulp' });
	});
}
