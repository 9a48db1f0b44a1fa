/** The tasks that undo the work at the end, in reverse order. */
export class Cleanup {
	private readonly tasks: Array<() => Promise<void> | void> = [];

	private running: Promise<void> | undefined;

	add(task: () => Promise<void> | void): void {
		this.tasks.push(task);
	}

	/** Runs every task once, however often this is called. After a failing task the others still run. */
	async run(): Promise<void> {
		this.running ??= this.runAll();
		await this.running;
	}

	private async runAll(): Promise<void> {
		for (let task = this.tasks.pop(); task; task = this.tasks.pop()) {
			try {
				await task();
			} catch (error) {
				console.error(error instanceof Error ? error.message : error);
			}
		}
	}
}
