import { unsafeUniformIntDistribution, xoroshiro128plus } from 'pure-rand';

export { SEED } from '../../scripts/lib/seed';

/** A seeded generator of random numbers: the same seed gives the same numbers on every machine. */
export class Random {
	private readonly generator;

	constructor(seed: number) {
		this.generator = xoroshiro128plus(seed);
	}

	/** A whole number from 0 to below `limit`. */
	below(limit: number): number {
		return unsafeUniformIntDistribution(0, limit - 1, this.generator);
	}

	pick<T>(values: readonly [T, ...T[]]): T {
		return values[this.below(values.length)] ?? values[0];
	}
}
