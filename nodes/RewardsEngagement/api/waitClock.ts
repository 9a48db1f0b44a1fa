/** Measures how long at least one of several requests waited. */
export class WaitClock {
	/** In order, without overlaps. */
	private readonly waits: Array<{ from: number; to: number }> = [];

	/** In milliseconds. */
	get total(): number {
		return this.waits.reduce((sum, { from, to }) => sum + to - from, 0);
	}

	/** Records a wait that has just ended. Times are in milliseconds by the clock of `now`. */
	note(from: number, to: number): void {
		let first = from;
		for (let last = this.waits.at(-1); last && last.to >= from; last = this.waits.at(-1)) {
			first = Math.min(first, last.from);
			this.waits.pop();
		}
		this.waits.push({ from: first, to });
	}
}
