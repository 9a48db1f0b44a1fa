import type { EffectServer } from './effects';
import type { PlannedEvent } from './plan';
import type { Sender } from './sender';

/** What became of a set of events. */
export interface Outcome {
	events: number;
	exactlyOnce: number;
	/** Acknowledged, but without effect. */
	lost: number[];
	doubled: number[];
	/** Never acknowledged, retries included: the service would have told the operator. */
	givenUp: number[];
	/** Events of which one and the same execution had the effect more than once. */
	sameExecution: number;
}

export function outcomeOf(plan: readonly PlannedEvent[], sender: Sender, effects: EffectServer): Outcome {
	const outcome: Outcome = {
		events: plan.length,
		exactlyOnce: 0,
		lost: [],
		doubled: [],
		givenUp: [],
		sameExecution: 0,
	};
	for (const { number } of plan) {
		const executions = effects.executions.get(number) ?? [];
		if (executions.length === 1) outcome.exactlyOnce += 1;
		else if (executions.length > 1) outcome.doubled.push(number);
		else if (sender.acknowledged.has(number)) outcome.lost.push(number);
		else outcome.givenUp.push(number);
		if (new Set(executions).size < executions.length) outcome.sameExecution += 1;
	}
	return outcome;
}
