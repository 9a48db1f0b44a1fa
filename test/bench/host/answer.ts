import fs from 'node:fs';

/**
 * Reads the task that the benchmark wrote to standard input and runs it. Writes the result to standard output as one
 * line of JSON.
 */
export function answer<Task, Result>(work: (task: Task) => Promise<Result>): void {
	const task = JSON.parse(fs.readFileSync(0, 'utf8')) as Task;
	work(task).then(
		(result) => process.stdout.write(`${JSON.stringify(result)}\n`),
		(error: unknown) => {
			process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
			process.exitCode = 1;
		},
	);
}
