import type { Visitor } from './visitor';

/** Exchanges at a time of visitors without a signed state: from one network address, and in all. */
export const MAX_OF_ADDRESS = 25;
export const MAX_IN_ALL = 1_000;

/**
 * Limits the exchanges that are under way. Anybody can send made-up codes, and each costs a request to the service. The
 * workflow itself has sent a visitor with a signed state, so those are not counted.
 */
export class Allowance {
	private all = 0;

	private readonly byAddress = new Map<string, number>();

	/** Takes a place. @returns what gives it back, or `undefined` when there is none */
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
