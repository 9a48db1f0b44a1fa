/** How often what is out of date is looked for. */
const SWEEP_MS = 10_000;

/**
 * Entries that are kept until a time of their own, and a limited number of them. Each call takes the same time, however
 * many there are; at most every ten seconds one of them lets go of what is out of date.
 */
export class BoundedMemory<Entry extends { keptUntil: number }> {
	private readonly entries = new Map<string, Entry>();

	private sweptAt = 0;

	/** @param whenFull whether the oldest gives way, or the new one is not taken */
	constructor(
		private readonly maxEntries: number,
		private readonly whenFull: 'forgetOldest' | 'refuse',
	) {}

	/** @param now milliseconds since 1970, as is `keptUntil` */
	get(key: string, now: number): Entry | undefined {
		const entry = this.entries.get(key);
		if (!entry || now < entry.keptUntil) return entry;
		this.entries.delete(key);
		return undefined;
	}

	/** Takes an entry. @returns whether there was room for it */
	add(key: string, entry: Entry, now: number): boolean {
		// Either way: somebody may set the clock back.
		if (Math.abs(now - this.sweptAt) >= SWEEP_MS) this.sweep(now);
		if (this.entries.size >= this.maxEntries) {
			if (this.whenFull === 'refuse') return false;
			const [oldest] = this.entries.keys();
			if (oldest !== undefined) this.entries.delete(oldest);
		}
		this.entries.set(key, entry);
		return true;
	}

	/** Forgets an entry, unless another has taken its place. */
	remove(key: string, entry: Entry): void {
		if (this.entries.get(key) === entry) this.entries.delete(key);
	}

	private sweep(now: number): void {
		this.sweptAt = now;
		for (const [key, { keptUntil }] of this.entries) if (now >= keptUntil) this.entries.delete(key);
	}
}
