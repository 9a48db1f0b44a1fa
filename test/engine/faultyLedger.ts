import fs from 'node:fs';

import type { INodeExecutionData } from 'n8n-workflow';

import type { FaultPlan, PlannedFault } from '../../sandbox/faults/fault';
import { planned, troubles } from '../../sandbox/faults/faultPlan';
import type { LoggedRequest } from '../../sandbox/base/requestLog';
import { SEED } from '../harness/random';

/** Share of the requests that are hit. */
export const RATE = 0.3;
export const RETRIES = 4;
export const LONGEST_WAIT_SECONDS = 60;
/** So long that nothing but a planned time-out takes it, however busy the machine is; so only few faults are one. */
export const TIMEOUT_SECONDS = 2;
const TIMEOUT_WEIGHT = 0.05;

/** What the node under test is set to. */
export const OPTIONS = {
	retries: RETRIES,
	longestWaitSeconds: LONGEST_WAIT_SECONDS,
	timeoutSeconds: TIMEOUT_SECONDS,
};

/** How many changes of each way are made: `npm run test:reliability` makes 10,000. */
export const COUNT = Number(process.env.REWARDS_ENGAGEMENT_AWARDS ?? 400);
/** How many runs they are made in at once. */
export const RUNS = 4;
/** What everybody has beforehand, whose balance changes. */
export const OWNED_BEFORE = 1_000;

/** What a way was seen to do, for the report of `npm run test:reliability`. */
export type WayResult = Record<'operation', string> &
	Record<'changes' | 'made' | 'requests' | 'seconds', number>;

/** Writes down what was seen, where the command asks for it. */
export function keepResults(results: readonly WayResult[]): void {
	const file = process.env.REWARDS_ENGAGEMENT_RESULT;
	if (file !== undefined) fs.writeFileSync(file, JSON.stringify(results));
}

/** @throws Error with the first of what was found, and the seed */
export function expectNone(found: readonly string[]): void {
	if (found.length > 0)
		throw new Error([`REWARDS_ENGAGEMENT_SEED=${SEED}`, ...found.slice(0, 20)].join('\n'));
}

/** Every so many of a list, one list for each run. */
export function inParts<T>(all: readonly T[], runs = RUNS): T[][] {
	return Array.from({ length: runs }, (_, run) => all.filter((_one, index) => index % runs === run));
}

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

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

/** All that is known of one change. */
export interface Story {
	/** What it moves when it is made. */
	amount: number;
	/** What the ledger says was moved for it. */
	amounts: readonly number[];
	/** The requests that the service got for it. */
	sent: readonly LoggedRequest[];
	plan: FaultPlan;
	/** What the node said became of it. */
	reported: readonly Reported[];
	/** Whether a request is sent for it: surely, never, or perhaps. */
	sends?: boolean;
	/** Whether the node said that the answer did not come in time, as it may on a busy machine. */
	isLate?: boolean;
	/** Whether it shares its requests with others. */
	isShared?: boolean;
	/** Whether a success holds its refusal. */
	isRefusedInside?: boolean;
}

/** Everything about one change that is not true, or not as promised. */
export function untruthsOf(story: Story): string[] {
	const { amount, amounts, sent, plan, sends, isLate = false, isShared = false } = story;
	const [reported, ...more] = story.reported;
	const problems: string[] = [];
	const last = sent.at(-1);
	if (reported === undefined || more.length > 0)
		problems.push(`it has ${more.length + 1} outputs in place of one`);
	if (amounts.length > 1) problems.push(`it was made ${amounts.length} times`);
	if (amounts.some((moved) => moved !== amount))
		problems.push(`${amounts.join(' and ')} was made of ${amount}`);
	if (reported === 'applied' && amounts.length === 0) problems.push('it is reported as made and was not');
	if (reported === 'notApplied' && amounts.length > 0) problems.push('it is reported as not made and was');
	// What can be known must be said: "unknown" for everything would also be true.
	const answered = knowableOf(last);
	const knowable = answered === 'applied' && story.isRefusedInside ? 'notApplied' : answered;
	if (reported !== knowable && !(isLate && reported === 'unknown'))
		problems.push(`it is reported as ${reported} and is known to be ${knowable}`);
	if (sends === false && last) problems.push('a request was sent for it');
	if (sends === true && !last) problems.push('no request was sent for it');
	sent.forEach((request, index) => {
		const isLast = request === last;
		// One that shared its request with others may be sent again, with fewer, or not; but not what may have been made.
		if (isShared) {
			if (!isLast && knowableOf(request) !== 'notApplied')
				problems.push(`request ${index + 1} may have made it and was followed by another`);
			return;
		}
		const repeats = isTurnedAway(request, plan) && index < RETRIES;
		if (isLast === repeats)
			problems.push(`request ${index + 1} was ${isLast ? 'not ' : ''}followed by another`);
	});
	return problems;
}

/** The items of an error output whose answer did not come in time. */
export function lateItems(errors: INodeExecutionData[]): Set<number> {
	const late = errors.filter(({ json }) => (json.error as string).includes('did not answer in time'));
	return new Set(late.map(indexOf));
}

/** The requests of an item in words, for a failure. */
export const storyOf = (sent: readonly LoggedRequest[]) =>
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
