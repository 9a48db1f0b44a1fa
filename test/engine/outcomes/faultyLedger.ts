import fs from 'node:fs';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { issuer } from '../../../sandbox/base/ledger';
import type { LoggedRequest } from '../../../sandbox/base/requestLog';
import type { FaultPlan, PlannedFault } from '../../../sandbox/faults/fault';
import { planned, troubles } from '../../../sandbox/faults/faultPlan';
import { SEED } from '../../harness/random';
import { sizeOf } from '../../harness/size';
import { runNode, type NodeRun } from '../engine';
import type { TestService } from '../sandbox';

/** Share of the requests with a fault. */
export const RATE = 0.3;
const RETRIES = 4;
const LONGEST_WAIT_SECONDS = 60;
/** So long that only a planned timeout takes it, even on a busy machine. So only few faults are timeouts. */
const TIMEOUT_SECONDS = 2;
const TIMEOUT_WEIGHT = 0.05;

/** The options of the node under test. */
const OPTIONS = {
	retries: RETRIES,
	maximumWaitSeconds: LONGEST_WAIT_SECONDS,
	timeoutSeconds: TIMEOUT_SECONDS,
};

/** The number of changes in each way. */
export const COUNT = sizeOf(240);
/** The starting balance of everyone whose balance changes. */
export const OWNED_BEFORE = 1_000;

/** The results of a way, for the report of `npm run test:reliability`. */
export type WayResult = Record<'operation', string> &
	Record<'changes' | 'made' | 'requests' | 'seconds', number>;

/** Writes the results down, when the command asks for it. */
export function keepResults(results: readonly WayResult[]): void {
	const file = process.env.REWARDS_ENGAGEMENT_RESULT;
	if (file !== undefined) fs.writeFileSync(file, JSON.stringify(results));
}

/** Splits a list evenly into one list per run. */
function inParts<T>(all: readonly T[], runs: number): T[][] {
	return Array.from({ length: runs }, (_, run) => all.filter((_one, index) => index % runs === run));
}

/** The node's report about an item. */
type Reported = 'applied' | 'notApplied' | 'unknown';

export const outcomeOfItem = ({ json }: INodeExecutionData) =>
	(json.details as { outcome: Reported }).outcome;
export const indexOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** The reports about each item. More or less than one is a problem. */
function reportsOf(main: INodeExecutionData[], errors: INodeExecutionData[]): Map<number, Reported[]> {
	const reports = new Map<number, Reported[]>();
	const report = (index: number, outcome: Reported) =>
		reports.set(index, [...(reports.get(index) ?? []), outcome]);
	for (const item of main) report(indexOf(item), 'applied');
	for (const item of errors) report(indexOf(item), outcomeOfItem(item));
	return reports;
}

/** The outputs whose items are not in the order of the input, in words. */
function disorderOf(outputs: Record<string, INodeExecutionData[]>): string[] {
	return Object.entries(outputs).flatMap(([output, given]) => {
		const order = given.map(indexOf);
		if (!order.some((index, place) => index <= (order[place - 1] ?? -1))) return [];
		return [`the ${output} output is not in the order of the input: ${order.join(' ')}`];
	});
}

/** Responses that mean that the service did not act, as documented for its integrators. */
const REFUSALS = [400, 404, 422, 429];

/** The outcome that follows from the last response alone. */
function knowableOf(last: LoggedRequest | undefined): Reported {
	if (!last || REFUSALS.includes(last.status ?? 0)) return 'notApplied';
	return last.status === 200 && last.fault === null ? 'applied' : 'unknown';
}

/** Refused by the rate limit, with a short enough wait. */
function isTurnedAway({ status, faultId }: LoggedRequest, plan: FaultPlan): boolean {
	const [operationId, count] = faultId?.split(' ') ?? [];
	const fault = operationId === undefined ? undefined : planned(plan, operationId, Number(count));
	return status === 429 && (fault?.retryAfter ?? 0) <= LONGEST_WAIT_SECONDS;
}

/** A change of a balance. Each has a separate holder, so the ledger shows the result of each change. */
export interface Change {
	/** The result without faults. A change of nothing is not sent. */
	fate: 'made' | 'refused' | 'unsent';
	/** The holder in the form of a request. */
	payee: string;
	/** The same holder in the form of the ledger. */
	holder: string;
	/** The change of the balance. */
	amount: number;
	/** The memo of the movement in the ledger. */
	memo: string;
	/** The purchased thing, or the currency of an award, if the way needs it. */
	thing?: string;
	/** The number of pieces, tickets or points. */
	count?: number;
}

/** An operation that changes balances. */
export interface Way {
	operation: string;
	parameters: INodeParameters;
	/** In addition to the common ones. */
	options?: INodeParameters;
	/** The holders in a request. */
	payeesOf: (request: LoggedRequest) => string[];
	/** Whether an item is the result of a change. */
	isOf: (json: IDataObject, change: Change) => boolean;
	/** Whether items share requests. */
	isBulk?: true;
	/** A successful response may contain refused entries. */
	isEachForItself?: true;
}

/** The results of the changes of some ways. */
export interface Outcome {
	items: INodeExecutionData[];
	errors: INodeExecutionData[];
	/** The changes in the ledger. */
	made: Change[];
	results: WayResult[];
}

/**
 * Makes changes in the engine, with several runs per way at once, and compares the reports with the ledger.
 *
 * @throws Error with the first false or missing statement, and the seed
 */
export async function expectTruth(
	service: TestService,
	plan: FaultPlan,
	all: ReadonlyArray<readonly [Way, readonly Change[]]>,
	runs = 1,
): Promise<Outcome> {
	const owned = () => -sumOf(service.control.ledger().accounts.filter(({ holder }) => holder === issuer));
	const ownedBefore = owned();
	// The clock of the test does not move it.
	const startedAt = process.hrtime.bigint();
	service.control.setFaultPlan(plan);
	const parts = await Promise.all(
		all.flatMap(([way, changes]) =>
			inParts(changes, runs).map(async (part) => ({
				way,
				changes: part,
				run: await runWay(service, way, part),
			})),
		),
	);
	const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;

	const movedFor = movements(service);
	const requestsOf = ({ operation }: Way) =>
		service.requests.filter(({ operationId }) => operationId === operation);
	const found = parts.flatMap((part) => falsehoods(part, plan, requestsOf(part.way), movedFor));
	const isMade = (change: Change) => movedFor(change).length > 0;
	const made = all.flatMap(([, changes]) => changes.filter(isMade));
	const awarded = made
		.filter(({ memo }) => AWARDS.includes(memo))
		.reduce((sum, { amount }) => sum + amount, 0);
	if (owned() - ownedBefore !== awarded)
		found.push(`all own ${owned() - ownedBefore} more, and ${awarded} was awarded`);
	const { sum } = service.control.ledger();
	if (sum !== 0) found.push(`the sum of the ledger is ${sum}`);
	if (found.length > 0)
		throw new Error([`REWARDS_ENGAGEMENT_SEED=${SEED}`, ...found.slice(0, 20)].join('\n'));
	return {
		items: parts.flatMap(({ run }) => run.items),
		errors: parts.flatMap(({ run }) => run.errorItems),
		made,
		results: all.map(([way, changes]) => ({
			operation: way.operation,
			changes: changes.length,
			made: changes.filter(isMade).length,
			requests: requestsOf(way).length,
			seconds,
		})),
	};
}

/**
 * The memos of movements from and to the issuer. All other movements only change the owner, and not the sum that all
 * own.
 */
const AWARDS = ['Award', 'Deduction'];

const sumOf = (accounts: ReadonlyArray<{ balance: number }>) =>
	accounts.reduce((sum, { balance }) => sum + balance, 0);

/** Makes changes in the engine, and leaves the check to the caller. */
export async function runWay(
	service: TestService,
	{ operation, parameters, options }: Way,
	changes: readonly Change[],
): Promise<NodeRun> {
	const [resource = '', name = ''] = operation.split('.');
	return await runNode({
		credential: service.credential(),
		parameters: { resource, operation: name, ...parameters, options: { ...OPTIONS, ...options } },
		input: changes.map((change) => ({ ...change })),
		onError: 'continueErrorOutput',
	});
}

/** The ledger's movements for a change, by holder and memo. */
function movements(service: TestService): (change: Change) => readonly number[] {
	const moved = new Map<string, number[]>();
	const note = (key: string, amount: number) => {
		const known = moved.get(key);
		if (known) known.push(amount);
		else moved.set(key, [amount]);
	};
	for (const { from, to, amount, memo } of service.control.ledger().entries) {
		note(`${from} ${memo}`, -amount);
		note(`${to} ${memo}`, amount);
	}
	return ({ holder, memo }) => moved.get(`${holder} ${memo}`) ?? [];
}

/** Every statement of a run that is false, or not as promised. */
function falsehoods(
	{ way, changes, run: { items, errorItems, error } }: { way: Way; changes: Change[]; run: NodeRun },
	plan: FaultPlan,
	requests: readonly LoggedRequest[],
	movedFor: (change: Change) => readonly number[],
): string[] {
	const found = disorderOf({ main: items, error: errorItems });
	if (error) found.push(`the run stopped: ${error.message}`);
	const reports = reportsOf(items, errorItems);
	for (const item of items) {
		if (!way.isOf(item.json, changes[indexOf(item)]!))
			found.push(`${way.operation} ${indexOf(item)} got ${JSON.stringify(item.json)}`);
	}
	for (const item of errorItems) {
		if (item.json.payee !== changes[indexOf(item)]?.payee)
			found.push(`${way.operation} ${indexOf(item)} got the error of another`);
	}
	const late = lateItems(errorItems);
	const byPayee = new Map<string, LoggedRequest[]>();
	for (const request of requests) {
		for (const payee of way.payeesOf(request)) byPayee.set(payee, [...(byPayee.get(payee) ?? []), request]);
	}
	changes.forEach((change, index) => {
		const sent = byPayee.get(change.payee) ?? [];
		const story = { change, way, sent, plan, amounts: movedFor(change), isLate: late.has(index) };
		const problems = untruthsOf({ ...story, reported: reports.get(index) ?? [] });
		if (problems.length === 0) return;
		const what = `${way.operation} ${index} (${change.fate})`;
		found.push(`${what}: ${problems.join('; ')}. Its requests: ${storyOf(sent)}`);
	});
	return found;
}

/** All facts about one change. */
interface Story {
	change: Change;
	way: Way;
	/** The amounts that the ledger moved for it. */
	amounts: readonly number[];
	/** The requests for it that the service received. */
	sent: readonly LoggedRequest[];
	plan: FaultPlan;
	/** The node's reports about it. */
	reported: readonly Reported[];
	/** Whether the node reported a timeout, which may happen on a busy machine. */
	isLate: boolean;
}

/** Every statement about one change that is false, or not as promised. */
function untruthsOf(story: Story): string[] {
	const { change, way, amounts, sent, plan, isLate } = story;
	const { amount, fate } = change;
	const [reported, ...more] = story.reported;
	const problems: string[] = [];
	const last = sent.at(-1);
	if (reported === undefined || more.length > 0)
		problems.push(`it has ${more.length + 1} outputs in place of one`);
	if (amounts.length > 1) problems.push(`it was made ${amounts.length} times`);
	if (amounts.some((moved) => moved !== amount))
		problems.push(`${amounts.join(' and ')} was made of ${amount}`);
	if (fate !== 'made' && amounts.length > 0) problems.push('it could not be made, and was');
	if (reported === 'applied' && amounts.length === 0) problems.push('it is reported as made and was not');
	if (reported === 'notApplied' && amounts.length > 0) problems.push('it is reported as not made and was');
	// A known outcome must be reported: "unknown" for everything would never be false.
	const answered = knowableOf(last);
	const knowable = answered === 'applied' && way.isEachForItself && fate !== 'made' ? 'notApplied' : answered;
	if (reported !== knowable && !(isLate && reported === 'unknown'))
		problems.push(`it is reported as ${reported} and is known to be ${knowable}`);
	if (fate === 'unsent' && last) problems.push('a request was sent for it');
	if (fate !== 'unsent' && !last) problems.push('no request was sent for it');
	sent.forEach((request, index) => {
		const isLast = request === last;
		// A shared request may be sent again with fewer entries. It must not repeat those that may have been applied.
		if (way.isBulk) {
			if (!isLast && knowableOf(request) !== 'notApplied')
				problems.push(`request ${index + 1} may have made it and was followed by another`);
			return;
		}
		const repeats = isTurnedAway(request, plan) && index < RETRIES;
		// The node did not see the response that a busy machine gave too late.
		if (isLast === repeats && !(isLast && isLate))
			problems.push(`request ${index + 1} was ${isLast ? 'not ' : ''}followed by another`);
	});
	return problems;
}

/** The items on an error output after a timeout. */
function lateItems(errors: INodeExecutionData[]): Set<number> {
	const late = errors.filter(({ json }) => (json.error as string).includes('did not respond in time'));
	return new Set(late.map(indexOf));
}

/** The requests of an item in words, for a failure. */
const storyOf = (sent: readonly LoggedRequest[]) =>
	sent.map(({ status, fault, acted }) => `${status} ${fault ?? ''} ${acted ? 'acted' : ''}`).join(', ') ||
	'none';

export const planOf = (seed: number, faults: PlannedFault[]): FaultPlan => ({
	operation: '*',
	seed,
	rate: RATE,
	faults,
});

/** After the excluded one the node sends nothing for an hour. */
export const passingTroubles = Object.entries(troubles)
	.filter(([name]) => name !== '429 that asks for an hour')
	.map(([, fault]) => fault);

/** The passing troubles with these weights. */
export const weighed = (weights: readonly number[]) =>
	passingTroubles.map((fault: PlannedFault, index) => ({
		...fault,
		weight: fault.kind === 'timeout' ? TIMEOUT_WEIGHT : weights[index],
	}));
export const evenly = passingTroubles.map(() => 1);
