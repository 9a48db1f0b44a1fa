import { unsafeUniformIntDistribution, xoroshiro128plus } from 'pure-rand';

/**
 * Seed of all that the tests make up by chance: REWARDS_ENGAGEMENT_SEED, and without it always the same one.
 * The report of a failed test has the command that repeats it with its seed.
 */
export const SEED = Number(process.env.REWARDS_ENGAGEMENT_SEED ?? 1);

if (!Number.isSafeInteger(SEED)) throw new Error('REWARDS_ENGAGEMENT_SEED must be a whole number.');

/** A seeded generator of random numbers: the same seed gives the same numbers on every machine. */
export class Random {
	private readonly generator;

	constructor(seed: number) {
		this.generator = xoroshiro128plus(seed);
	}

	/** A whole number from 0 up to, not including, `limit`. */
	below(limit: number): number {
		return unsafeUniformIntDistribution(0, limit - 1, this.generator);
	}

	pick<T>(values: readonly [T, ...T[]]): T {
		return values[this.below(values.length)] ?? values[0];
	}
}
