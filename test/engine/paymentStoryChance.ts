import type { Random } from '../harness/random';

/** The random decisions of a story. */
export function by(random: Random) {
	return {
		chance: (share: number) => random.below(1000) < share * 1000,
		shuffled: <T>(values: readonly T[]): T[] =>
			values
				.map((value) => ({ value, place: random.below(2 ** 30) }))
				.sort((one, other) => one.place - other.place)
				.map(({ value }) => value),
	};
}
