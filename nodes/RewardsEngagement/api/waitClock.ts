import { now } from './wait';

/** Measures how long at least one of several was waiting. */
export class WaitClock {
	private elapsed = 0;

	private waiting = 0;

	private since = 0;

	/** Milliseconds. */
	get total(): number {
		return this.elapsed + (this.waiting > 0 ? now() - this.since : 0);
	}

	/** The same work, whose time counts as a wait. */
	async during<T>(work: () => Promise<T>): Promise<T> {
		if (this.waiting === 0) this.since = now();
		this.waiting++;
		try {
			return await work();
		} finally {
			this.waiting--;
			if (this.waiting === 0) this.elapsed += now() - this.since;
		}
	}
}
