import type { PlannedEvent } from './plan';
import type { Row } from './report';
import type { Sender } from '../harness/deliveries/sender';

/** The results of a set of events. */
export interface Outcome {
	exactlyOnce: number;
	/** Acknowledged, but without effect. */
	lost: number[];
	doubled: number[];
	/** Never acknowledged, even after retries. The service would notify the operator. */
	givenUp: number[];
}

/**
 * Counts the effects of each event.
 *
 * @param effectsOf how many effects an event had
 */
export function outcomeOf(
	plan: readonly PlannedEvent[],
	sender: Sender,
	effectsOf: (number: number) => number,
): Outcome {
	const outcome: Outcome = { exactlyOnce: 0, lost: [], doubled: [], givenUp: [] };
	for (const { number } of plan) {
		const effects = effectsOf(number);
		if (effects === 1) outcome.exactlyOnce += 1;
		else if (effects > 1) outcome.doubled.push(number);
		else if (sender.acknowledged.has(number)) outcome.lost.push(number);
		else outcome.givenUp.push(number);
	}
	return outcome;
}

/** Exceptions that break no promise. */
export interface Allowed {
	/** Whether an event may have no effect although it was acknowledged. */
	loss?: (number: number) => boolean;
	/** Whether an event may have more than one effect. */
	repeat?: (number: number) => boolean;
	/** Whether an event may stay unacknowledged. */
	refusal?: (number: number) => boolean;
}

/** The row of the table for a set of events. */
export function rowOf(
	scenario: string,
	plan: readonly PlannedEvent[],
	{ exactlyOnce, lost, doubled, givenUp }: Outcome,
	{ statuses, latencies }: Sender,
	seconds: number,
	{ loss = never, repeat = never, refusal = never }: Allowed = {},
): Row {
	const others = (numbers: number[], isAllowed: (number: number) => boolean) =>
		numbers.filter((number) => !isAllowed(number));
	const wrong = [
		[others(lost, loss), 'lost'],
		[others(doubled, repeat), 'doubled'],
		[others(givenUp, refusal), 'never acknowledged'],
	] as const;
	return {
		scenario,
		events: plan.length,
		deliveries: plan.reduce((sum, { repeats }) => sum + 1 + repeats.length, 0),
		exactlyOnce,
		lost: lost.length,
		doubled: doubled.length,
		statuses,
		latencies,
		seconds,
		broken: wrong.flatMap(([numbers, what]) =>
			numbers.length > 0 ? [`${numbers.length} events ${what}, e.g. ${numbers.slice(0, 5).join(', ')}`] : [],
		),
		notes: givenUp.length > 0 ? [`${givenUp.length} events never acknowledged`] : [],
	};
}

function never(): boolean {
	return false;
}
