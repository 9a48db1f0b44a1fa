/** How often expired entries are removed. */
const SWEEP_MS = 10_000;

/**
 * A limited number of entries, each kept until a certain time. Each call takes the same time, however many there are.
 * But at most every ten seconds, one call removes the expired entries.
 */
export class BoundedMemory<Entry extends { keptUntil: number }> {
	private readonly entries = new Map<string, Entry>();

	private sweptAt = 0;

	/** @param whenFull whether to forget the oldest entry, or refuse the new one */
	constructor(
		private readonly maxEntries: number,
		private readonly whenFull: 'forgetOldest' | 'refuse',
	) {}

	/** @param now milliseconds since 1970, like `keptUntil` */
	get(key: string, now: number): Entry | undefined {
		const entry = this.entries.get(key);
		if (!entry || now < entry.keptUntil) return entry;
		this.entries.delete(key);
		return undefined;
	}

	/**
	 * Adds an entry.
	 *
	 * @returns whether there was room for it
	 */
	add(key: string, entry: Entry, now: number): boolean {
		// Also counts a jump backwards, because the system time may be set back.
		if (Math.abs(now - this.sweptAt) >= SWEEP_MS) this.sweep(now);
		if (this.entries.size >= this.maxEntries) {
			if (this.whenFull === 'refuse') return false;
			const [oldest] = this.entries.keys();
			if (oldest !== undefined) this.entries.delete(oldest);
		}
		this.entries.set(key, entry);
		return true;
	}

	/** Forgets an entry, unless another has replaced it. */
	remove(key: string, entry: Entry): void {
		if (this.entries.get(key) === entry) this.entries.delete(key);
	}

	private sweep(now: number): void {
		this.sweptAt = now;
		for (const [key, { keptUntil }] of this.entries) if (now >= keptUntil) this.entries.delete(key);
	}
}
