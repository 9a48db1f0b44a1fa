import { Random, SEED } from '../harness/random';

/** When a further copy of an event's delivery is sent. */
export type Repeat = 'at once' | 'after 1 s' | 'after a restart';

export interface PlannedEvent {
	/** Names the event: it stands in the event's data and comes back with the effect. */
	number: number;
	/** The copies besides the first delivery, none to three. */
	repeats: Repeat[];
}

const REPEATS: readonly [Repeat, ...Repeat[]] = ['at once', 'after 1 s', 'after a restart'];
const MOST_DELIVERIES = 4;

/**
 * Plans which events are delivered how often and when.
 *
 * @param lastRestart share of the events, 0 to 1, after which nothing is restarted any more
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

/** Whether an event's plan holds copies that reach n8n at the same time as the first. */
export function hasTwins({ repeats }: PlannedEvent): boolean {
	return repeats.includes('at once');
}
