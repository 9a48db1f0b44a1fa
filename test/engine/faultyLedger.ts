import type { INodeExecutionData } from 'n8n-workflow';

import type { FaultPlan, PlannedFault } from '../../sandbox/faults/fault';
import { planned, troubles } from '../../sandbox/faults/faultPlan';
import type { LoggedRequest } from '../../sandbox/base/requestLog';

/** Share of the requests that are hit. */
export const RATE = 0.3;
export const RETRIES = 4;
export const LONGEST_WAIT_SECONDS = 60;
/** So long that nothing but a planned time-out takes it, however busy the machine is; so only few faults are one. */
export const TIMEOUT_SECONDS = 2;
const TIMEOUT_WEIGHT = 0.05;

/** Set to the number that a failure names, to see it again. */
export const SEED = Number(process.env.REWARDS_ENGAGEMENT_SEED ?? Math.floor(Math.random() * 2 ** 31));
export const again = `see it again with REWARDS_ENGAGEMENT_SEED=${SEED}`;

/** What a node says became of an item. */
export type Reported = 'applied' | 'notApplied' | 'unknown';

export const outcomeOfItem = ({ json }: INodeExecutionData) =>
	(json.details as { outcome: Reported }).outcome;
export const indexOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** What each item is said to have become: one answer, or there is something wrong. */
export function reportsOf(main: INodeExecutionData[], errors: INodeExecutionData[]): Map<number, Reported[]> {
	const reports = new Map<number, Reported[]>();
	const report = (index: number, outcome: Reported) =>
		reports.set(index, [...(reports.get(index) ?? []), outcome]);
	for (const item of main) report(indexOf(item), 'applied');
	for (const item of errors) report(indexOf(item), outcomeOfItem(item));
	return reports;
}

/** The outputs whose items are not in the order of the input, in words. */
export function disorderOf(outputs: Record<string, INodeExecutionData[]>): string[] {
	return Object.entries(outputs).flatMap(([output, given]) => {
		const order = given.map(indexOf);
		if (!order.some((index, place) => index <= (order[place - 1] ?? -1))) return [];
		return [`the ${output} output is not in the order of the input: ${order.join(' ')}`];
	});
}

/** Answers that come instead of acting, as the service's integrators know them. */
const REFUSALS = [400, 404, 422, 429];

/** What anybody could know who sees only the last answer. */
export function knowableOf(last: LoggedRequest | undefined): Reported {
	if (!last || REFUSALS.includes(last.status ?? 0)) return 'notApplied';
	return last.status === 200 && last.fault === null ? 'applied' : 'unknown';
}

/** Turned away for its rate, and asked back soon enough. */
export function isTurnedAway({ status, faultId }: LoggedRequest, plan: FaultPlan): boolean {
	const [operationId, count] = faultId?.split(' ') ?? [];
	const fault = operationId === undefined ? undefined : planned(plan, operationId, Number(count));
	return status === 429 && (fault?.retryAfter ?? 0) <= LONGEST_WAIT_SECONDS;
}

/** The requests of an item in words, for a failure. */
export const storyOf = (sent: LoggedRequest[]) =>
	sent.map(({ status, fault, acted }) => `${status} ${fault ?? ''} ${acted ? 'acted' : ''}`).join(', ') ||
	'none';

export const planOf = (seed: number, faults: PlannedFault[]): FaultPlan => ({
	operation: '*',
	seed,
	rate: RATE,
	faults,
});

/** After the one that is left out the node sends nothing for an hour. */
export const passingTroubles = Object.entries(troubles)
	.filter(([name]) => name !== '429 that asks for an hour')
	.map(([, fault]) => fault);

/** The passing troubles, as often as is told. */
export const weighed = (weights: readonly number[]) =>
	passingTroubles.map((fault: PlannedFault, index) => ({
		...fault,
		weight: fault.kind === 'timeout' ? TIMEOUT_WEIGHT : weights[index],
	}));
export const evenly = passingTroubles.map(() => 1);
