import fs from 'node:fs';
import path from 'node:path';

import { buildSync } from 'esbuild';

import { run } from '../../scripts/lib/process';
import type { BenchContext } from './context';

const PROGRAMS = path.join(__dirname, 'host');

/**
 * Compiles the programs that run with n8n's own Node.js. They are outside the project, so that they find n8n's
 * packages on NODE_PATH, as community packages do.
 *
 * @returns the folder they are in
 */
export function compilePrograms(folder: string): string {
	const outdir = path.join(folder, 'programs');
	buildSync({
		entryPoints: fs.readdirSync(PROGRAMS).map((file) => path.join(PROGRAMS, file)),
		...{ outdir, bundle: true, packages: 'external', platform: 'node', target: 'es2022', logLevel: 'silent' },
	});
	return outdir;
}

/** Runs one of the programs in a new process and returns its result. */
export async function runProgram<Result>(
	context: BenchContext,
	name: string,
	task: unknown,
): Promise<Result> {
	const { host, programs, folder, profiles } = context;
	const profiling = profiles ? ['--cpu-prof', '--cpu-prof-dir', profiles] : [];
	const { stdout, stderr } = await run(host.node, [...profiling, path.join(programs, `${name}.js`)], {
		cwd: folder,
		env: {
			NODE_PATH: path.join(host.directory, 'node_modules'),
			NODE_ENV: 'production',
			HOME: folder,
			N8N_USER_FOLDER: folder,
			N8N_ENCRYPTION_KEY: 'only-for-measuring',
			N8N_LOG_LEVEL: 'silent',
		},
		input: JSON.stringify(task),
		description: `The program ${name}`,
	});
	const line = stdout.trim().split('\n').at(-1) ?? '';
	if (line.startsWith('{')) return JSON.parse(line) as Result;
	throw new Error(`The program ${name} returned no result:\n${stderr}${stdout}`);
}
