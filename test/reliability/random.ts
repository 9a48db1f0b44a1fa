/** A small random generator (mulberry32): the same seed gives the same numbers on every machine. */
export class Random {
	constructor(private state: number) {}

	/** From 0 up to, not including, 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number from 0 up to, not including, `limit`. */
	below(limit: number): number {
		return Math.floor(this.next() * limit);
	}

	pick<T>(values: readonly [T, ...T[]]): T {
		return values[this.below(values.length)] ?? values[0];
	}
}
