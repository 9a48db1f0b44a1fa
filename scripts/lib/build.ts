import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { runLogged } from './npm.cjs';
import { runTask } from './progress.cjs';
import { program, root } from './project';

/** Makes `dist` anew: the compiled nodes and credentials, then the files beside them (icons, codex). */
export async function build(): Promise<void> {
	fs.rmSync(path.join(root, 'dist'), { recursive: true, force: true });
	const logs = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-build-'));
	const run = async (description: string, args: string[]) => {
		const logFile = path.join(logs, 'build.log');
		await runLogged(process.execPath, args, { cwd: root, logFile, description });
	};
	await runTask('Compiling', async () => {
		await run('The TypeScript compiler', [program('typescript', 'bin/tsc'), '-p', 'tsconfig.build.json']);
	});
	await runTask('Copying icons and metadata', async () => {
		await run('gulp', [program('gulp', 'bin/gulp.js'), 'build']);
	});
	fs.rmSync(logs, { recursive: true, force: true });
}
