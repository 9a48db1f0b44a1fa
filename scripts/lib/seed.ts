/** The seed of all random values in the tests: REWARDS_ENGAGEMENT_SEED, or always the same value without it. */
export const SEED = Number(process.env.REWARDS_ENGAGEMENT_SEED ?? 1);

if (!Number.isSafeInteger(SEED)) throw new Error('REWARDS_ENGAGEMENT_SEED must be a whole number.');

/** A command that runs again with the same seed. */
export function withSeed(command: string): string {
	return `REWARDS_ENGAGEMENT_SEED=${SEED} ${command}`;
}
