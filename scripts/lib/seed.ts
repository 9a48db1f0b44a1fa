/**
 * Seed of all that the tests make up by chance: REWARDS_ENGAGEMENT_SEED, and without it always the same one.
 */
export const SEED = Number(process.env.REWARDS_ENGAGEMENT_SEED ?? 1);

if (!Number.isSafeInteger(SEED)) throw new Error('REWARDS_ENGAGEMENT_SEED must be a whole number.');

/** A command that repeats something with the same seed. */
export function withSeed(command: string): string {
	return `REWARDS_ENGAGEMENT_SEED=${SEED} ${command}`;
}
