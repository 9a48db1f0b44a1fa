import { Random, SEED } from '../harness/random';

/** The time of a further copy of an event's delivery. */
export type Repeat = 'at once' | 'after 1 s' | 'after a restart';

export interface PlannedEvent {
	/** Identifies the event. It is in the event's data, and the effect reports it. */
	number: number;
	/** The copies after the first delivery, up to three. */
	repeats: Repeat[];
}

const REPEATS: readonly [Repeat, ...Repeat[]] = ['at once', 'after 1 s', 'after a restart'];
const MOST_DELIVERIES = 4;

/**
 * Plans how often and when each event is delivered.
 *
 * @param lastRestart share of the events, 0 to 1, after which nothing is restarted
 * @param variant another number gives another plan
 */
export function makePlan(count: number, lastRestart: number, variant = 0): PlannedEvent[] {
	const random = new Random(SEED + variant);
	return Array.from({ length: count }, (_, number) => {
		const copies = random.below(MOST_DELIVERIES);
		const repeats = Array.from({ length: copies }, () => random.pick(REPEATS));
		const isTooLate = number > (lastRestart - 0.05) * count;
		return {
			number,
			repeats: repeats.map((repeat) => (repeat === 'after a restart' && isTooLate ? 'after 1 s' : repeat)),
		};
	});
}

/** Whether an event's plan has copies that reach n8n at the same time as the first delivery. */
export function hasTwins({ repeats }: PlannedEvent): boolean {
	return repeats.includes('at once');
}
