/** Writing keys takes at most this share of the time of sending, as far as the most keys allow. */
const SHARE_OF_WRITING = 0.1;

/** The share of the items whose keys are claimed first. Few, so that a process that dies early leaves few keys open. */
const FIRST_SHARE = 0.01;

/** How many keys a run claims at a time. It follows from how long a claim takes and how fast requests are sent. */
export class ClaimSize {
	private size: number;
	/** Requests on their way. */
	private sending = 0;
	/** Since when there is one. */
	private since = 0;
	/** What is known since the last change of the size. Milliseconds. */
	private sendingTime = 0;
	private passed = 0;
	private claimTime = 0;

	/**
	 * @param items how many items the run has
	 * @param maxSize keys to claim at a time
	 */
	constructor(
		items: number,
		private readonly maxSize: number,
	) {
		this.size = Math.min(Math.ceil(items * FIRST_SHARE), maxSize);
	}

	/** Whether so few keys are left that more have to be claimed now, to be there in time. */
	isSmall(left: number): boolean {
		return left <= this.size * SHARE_OF_WRITING;
	}

	/** A request begins. */
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

	/** @param milliseconds that a claim took */
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
