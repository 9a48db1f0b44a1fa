import type { Visitor } from './visitor';

/** Concurrent exchanges of visitors without a signed state: per network address, and in total. */
export const MAX_OF_ADDRESS = 25;
export const MAX_IN_ALL = 1_000;

/**
 * Limits the exchanges under way. Anyone can send made-up codes, and each costs a request to the service. Visitors
 * with a signed state do not count, because the workflow itself has sent them.
 */
export class Allowance {
	private all = 0;

	private readonly byAddress = new Map<string, number>();

	/**
	 * Takes a place.
	 *
	 * @returns a function that gives the place back, `undefined` if no place is free
	 */
	enter({ address, state }: Visitor): (() => void) | undefined {
		if (state) return () => {};
		const count = this.byAddress.get(address) ?? 0;
		if (this.all >= MAX_IN_ALL || count >= MAX_OF_ADDRESS) return undefined;
		this.add(address, 1);
		return () => this.add(address, -1);
	}

	private add(address: string, step: 1 | -1): void {
		this.all += step;
		const count = (this.byAddress.get(address) ?? 0) + step;
		if (count > 0) this.byAddress.set(address, count);
		else this.byAddress.delete(address);
	}
}
