import fs from 'node:fs';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';
import { CommandError, run, start } from '../../scripts/lib/process';
import { waitFor } from '../harness/process/wait';

const folder = temporaryFolder('process-test');
const logFile = path.join(folder.path, 'program.log');
afterAll(() => folder.remove());
beforeEach(() => fs.rmSync(logFile, { force: true }));

const node = (code: string) => ['-e', code] as const;

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

it('a program gets its input, and returns its output', async () => {
	const { stdout, stderr } = await run(
		process.execPath,
		node('console.error("careful"); process.stdin.pipe(process.stdout)'),
		{ input: 'hello' },
	);
	expect([stdout, stderr]).toEqual(['hello', 'careful']);
});

it('a failed program is reported with its last lines and its whole log', async () => {
	const code = 'for (let line = 1; line <= 40; line++) console.log("line " + line); process.exit(3)';
	const failed = run(process.execPath, node(code), { logFile, description: 'The count' });
	const error = await failed.catch((thrown: CommandError) => thrown);
	expect(error).toBeInstanceOf(CommandError);
	const { message, output } = error as CommandError;
	expect(message).toMatch(/^The count failed with exit code 3\. Its last lines:\n\nline 11\n/);
	expect(message).toContain(`line 40\n\nThe whole output: ${logFile}`);
	expect(output).toContain('line 1\n');
});

it('a missing program is reported', async () => {
	const failed = run('/no/such/program', [], { description: 'The program' });
	await expect(failed).rejects.toThrow(/^The program could not be started: .*ENOENT/);
});

it('stopping a program also stops all that it started', async () => {
	const child = 'setInterval(() => 0, 1000)';
	const parent = `const { pid } = require('child_process').spawn(process.execPath, ['-e', '${child}']); console.log(pid); ${child}`;
	const program = start(process.execPath, node(parent), { logFile });
	const pid = await waitFor('the child', 20_000, () => Number(fs.readFileSync(logFile, 'utf8')) || undefined);
	expect(isRunning(pid)).toBe(true);
	await program.stop();
	expect(program.hasEnded).toBe(true);
	expect((await program.ended).failure).toBe('was ended by SIGTERM');
	await waitFor('the child to end', 20_000, () => !isRunning(pid) || undefined);
});

it('everything that was started ends with the process that started it', async () => {
	const child = 'console.log(process.pid); setInterval(() => 0, 1000)';
	const library = path.join(__dirname, '..', '..', 'scripts', 'lib', 'process.ts');
	const parent = `const { start } = require(${JSON.stringify(library)});
		start(process.execPath, ['-e', ${JSON.stringify(child)}], { logFile: ${JSON.stringify(logFile)} });
		setInterval(() => { if (require('fs').readFileSync(${JSON.stringify(logFile)}, 'utf8').trim()) process.exit(); }, 50);`;
	await run(process.execPath, ['--require', 'tsx/cjs', ...node(parent)]);
	const pid = Number(fs.readFileSync(logFile, 'utf8'));
	expect(pid).toBeGreaterThan(0);
	await waitFor('the program to end', 20_000, () => !isRunning(pid) || undefined);
});

it('this process has one listener for its end while programs run, and none afterwards', async () => {
	const before = process.listenerCount('exit');
	const programs = [1, 2].map(() => start(process.execPath, node('setInterval(() => 0, 1000)')));
	expect(process.listenerCount('exit')).toBe(before + 1);
	for (const program of programs) await program.stop();
	expect(process.listenerCount('exit')).toBe(before);
});
