import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { readTarball } from '../../scripts/lib/tarball';
import type { Setting } from './setting';

const TESTS = path.dirname(__dirname);
const PROGRAMS = path.join('bench', 'host');
/** What the programs share with the engine tests. */
const SHARED = ['engine/additionalData.ts', 'engine/credentials.ts'];

/**
 * Compiles the programs that run under n8n's own Node.js. They lie outside the project, so that they find n8n's
 * packages where n8n puts them for community packages: on NODE_PATH.
 *
 * @returns the folder they are in
 */
export function compilePrograms(folder: string): string {
	const compiled = path.join(folder, 'programs');
	const own = fs.readdirSync(path.join(TESTS, PROGRAMS)).map((file) => path.join(PROGRAMS, file));
	for (const file of [...own, ...SHARED]) {
		const { outputText } = ts.transpileModule(fs.readFileSync(path.join(TESTS, file), 'utf8'), {
			compilerOptions: {
				module: ts.ModuleKind.CommonJS,
				target: ts.ScriptTarget.ES2022,
				esModuleInterop: true,
			},
		});
		const target = path.join(compiled, file.replace(/\.ts$/, '.js'));
		fs.mkdirSync(path.dirname(target), { recursive: true });
		fs.writeFileSync(target, outputText);
	}
	return path.join(compiled, PROGRAMS);
}

/** Unpacks the packed package. Returns its folder. */
export function unpack(tarball: string, folder: string): string {
	const packageFolder = path.join(folder, 'package');
	for (const { path: file, content } of readTarball(tarball)) {
		const target = path.join(packageFolder, file);
		fs.mkdirSync(path.dirname(target), { recursive: true });
		fs.writeFileSync(target, content);
	}
	return packageFolder;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
	for (const child of running) child.kill('SIGKILL');
});

/** Runs one of the programs in a fresh process and gives its result. */
export async function runProgram<Result>(setting: Setting, name: string, task: unknown): Promise<Result> {
	const { host, programs, folder, profiles } = setting;
	const profiling = profiles ? ['--cpu-prof', '--cpu-prof-dir', profiles] : [];
	const child = spawn(host.node, [...profiling, path.join(programs, `${name}.js`)], {
		cwd: folder,
		env: {
			NODE_PATH: path.join(host.directory, 'node_modules'),
			NODE_ENV: 'production',
			HOME: folder,
			N8N_USER_FOLDER: folder,
			N8N_ENCRYPTION_KEY: 'only-for-measuring',
			N8N_LOG_LEVEL: 'silent',
		},
	});
	running.add(child);
	const output = { stdout: '', stderr: '' };
	child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
	child.stdin.end(JSON.stringify(task));
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	}).finally(() => running.delete(child));
	const line = output.stdout.trim().split('\n').at(-1) ?? '';
	if (code === 0 && line.startsWith('{')) return JSON.parse(line) as Result;
	throw new Error(`The program ${name} ended with ${code}:\n${output.stderr}${output.stdout}`);
}
