/** Writing keys should take at most this share of the sending time, unless the most keys per claim are too few. */
const SHARE_OF_WRITING = 0.1;

/**
 * The share of the items whose keys are claimed first. It is small, so that a process that dies early leaves few keys
 * open.
 */
const FIRST_SHARE = 0.01;

/** How many keys a run claims at a time. It follows from how long a claim takes and how fast requests are sent. */
export class ClaimSize {
	private size: number;
	/** Requests under way. */
	private sending = 0;
	/** Since when there has been one. */
	private since = 0;
	/** Measurements since the last change of the size. In milliseconds. */
	private sendingTime = 0;
	private passed = 0;
	private claimTime = 0;

	/**
	 * @param items how many items the run has
	 * @param maxSize the most keys per claim
	 */
	constructor(
		items: number,
		private readonly maxSize: number,
	) {
		this.size = Math.min(Math.ceil(items * FIRST_SHARE), maxSize);
	}

	/** Whether more keys must be claimed now to be ready in time. */
	isSmall(left: number): boolean {
		return left <= this.size * SHARE_OF_WRITING;
	}

	/** A request starts. */
	begin(): void {
		if (this.sending++ === 0) this.since = Date.now();
	}

	/** A request has ended. */
	end(): void {
		if (--this.sending === 0) this.sendingTime += Date.now() - this.since;
		this.pass();
	}

	/** An item needs no request. */
	pass(): void {
		this.passed++;
	}

	/** @param milliseconds duration of a claim */
	took(milliseconds: number): void {
		this.claimTime = milliseconds;
	}

	/** How many keys to claim now. */
	next(): number {
		if (this.passed === 0) return this.size;
		const now = Date.now();
		const sendingTime = this.sendingTime + (this.sending > 0 ? now - this.since : 0);
		const perItem = Math.max(1, sendingTime) / this.passed;
		const wanted = Math.ceil(this.claimTime / SHARE_OF_WRITING / perItem);
		this.size = Math.min(Math.max(1, wanted), this.maxSize);
		Object.assign(this, { since: now, sendingTime: 0, passed: 0 });
		return this.size;
	}
}
