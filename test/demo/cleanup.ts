/** What has to be undone at the end, in the opposite order of how it came about. */
export class Cleanup {
	private readonly tasks: Array<() => Promise<void> | void> = [];

	private running: Promise<void> | undefined;

	add(task: () => Promise<void> | void): void {
		this.tasks.push(task);
	}

	/** Undoes everything once, however often it is asked to; one failing task does not keep the others from running. */
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
