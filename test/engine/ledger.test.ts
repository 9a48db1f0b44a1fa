import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';

import type { FaultPlan, PlannedFault } from '../../sandbox/faults/fault';
import { planned, troubles } from '../../sandbox/faults/faultPlan';
import { newId } from '../../sandbox/base/ids';
import { ownedByMembers, preparePayouts, transferredTo, type Payout } from '../harness/workflows/payouts';
import type { LoggedRequest } from '../../sandbox/base/requestLog';
import { runNode } from './engine';
import { useService, withoutPauses } from './sandbox';

const RATE = 0.3;
const RUNS = 5;
const RUN_SIZE = 300;
const LARGE_RUN_SIZE = 10_000;
const RETRIES = 4;
const LONGEST_WAIT_SECONDS = 60;
/** So long that nothing but a planned time-out takes it, however busy the machine is; so only few faults are one. */
const TIMEOUT_SECONDS = 2;
const TIMEOUT_WEIGHT = 0.05;

/** Set to the number that a failure names, to see it again. */
const SEED = Number(process.env.REWARDS_ENGAGEMENT_SEED ?? Math.floor(Math.random() * 2 ** 31));

const service = useService();
withoutPauses();

type Reported = 'applied' | 'notApplied' | 'unknown';

interface Item {
	/** What is right or wrong with it, whatever the faults do. */
	kind: 'payable' | 'nothing to pay' | 'more than there is' | 'to nobody';
	payout: Payout;
}

/** Some hundred payments of which a few can never be made. */
function prepareItems(count: number): Item[] {
	return preparePayouts(service, count).map((payout, index) => {
		if (index % 40 === 7) return { kind: 'nothing to pay', payout: { ...payout, amount: 0 } };
		if (index % 40 === 17) return { kind: 'more than there is', payout: { ...payout, amount: 1e9 } };
		if (index % 40 === 27) return { kind: 'to nobody', payout: { ...payout, recipientId: newId() } };
		return { kind: 'payable', payout };
	});
}

interface Paid {
	items: Item[];
	plan: FaultPlan;
	main: INodeExecutionData[];
	errors: INodeExecutionData[];
}

async function payAll(count: number, plan: FaultPlan, concurrency?: number): Promise<Paid> {
	const items = prepareItems(count);
	service.control.setFaultPlan(plan);
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });
	const run = await runNode({
		credential: service.credential(),
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: byId(service.ids.members.bonusPool),
			recipientId: byId('={{ $json.recipientId }}'),
			currencyId: byId(''),
			amount: '={{ $json.amount }}',
			options: {
				retries: RETRIES,
				longestWaitSeconds: LONGEST_WAIT_SECONDS,
				timeoutSeconds: TIMEOUT_SECONDS,
				...(concurrency === undefined ? {} : { concurrency }),
			},
		},
		input: items.map(({ payout }) => ({ ...payout })),
		onError: 'continueErrorOutput',
	});
	expect(run.error).toBeUndefined();
	return { items, plan, main: run.items, errors: run.errorItems };
}

const outcomeOfItem = ({ json }: INodeExecutionData) => (json.details as { outcome: Reported }).outcome;
const indexOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** Everything about a run that is not true, or not as promised; nothing when all is well. */
function falsehoods({ items, plan, main, errors }: Paid): string[] {
	const found: string[] = [];
	for (const [output, given] of [
		['main', main],
		['error', errors],
	] as const) {
		const order = given.map(indexOf);
		if (order.some((index, place) => index <= (order[place - 1] ?? -1))) {
			found.push(`the ${output} output is not in the order of the input: ${order.join(' ')}`);
		}
	}
	const reports = new Map<number, Reported[]>();
	const report = (index: number, outcome: Reported) =>
		reports.set(index, [...(reports.get(index) ?? []), outcome]);
	for (const item of main) report(indexOf(item), 'applied');
	for (const item of errors) report(indexOf(item), outcomeOfItem(item));
	for (const item of [...main, ...errors]) {
		const { recipientId } = items[indexOf(item)]?.payout ?? {};
		if (item.json.recipientId !== recipientId) found.push(`item ${indexOf(item)} got the output of another`);
	}

	const transferred = transferredTo(service);
	const requests = requestsByRecipient(service.requests);
	items.forEach(({ kind, payout }, index) => {
		const amounts = transferred.get(payout.recipientId) ?? [];
		const sent = requests.get(payout.recipientId) ?? [];
		const problems = problemsOf({ kind, payout, amounts, sent, plan, reported: reports.get(index) ?? [] });
		if (problems.length === 0) return;
		const story = sent.map(({ status, fault, acted }) => `${status} ${fault ?? ''} ${acted ? 'acted' : ''}`);
		found.push(
			`item ${index} (${kind}): ${problems.join('; ')}. Its requests: ${story.join(', ') || 'none'}`,
		);
	});
	return found;
}

interface ItemStory {
	kind: Item['kind'];
	payout: Payout;
	/** What was transferred to its recipient, in truth. */
	amounts: number[];
	/** The requests the service got for it. */
	sent: LoggedRequest[];
	plan: FaultPlan;
	/** What the node said became of it. */
	reported: Reported[];
}

function problemsOf({
	kind,
	payout,
	amounts,
	sent,
	plan,
	reported: [reported, ...more],
}: ItemStory): string[] {
	const problems: string[] = [];
	const last = sent.at(-1);
	if (reported === undefined || more.length > 0)
		problems.push(`it has ${more.length + 1} outputs in place of one`);
	if (amounts.length > 1) problems.push(`it was paid ${amounts.length} times`);
	if (amounts.some((amount) => amount !== payout.amount))
		problems.push(`it was paid ${amounts.join(' and ')} of ${payout.amount}`);
	if (reported === 'applied' && amounts.length === 0) problems.push('it is reported as paid and was not');
	if (reported === 'notApplied' && amounts.length > 0) problems.push('it is reported as not paid and was');
	// What can be known must be said: "unknown" for everything would also be true.
	const knowable = knowableOf(last);
	if (reported !== knowable) problems.push(`it is reported as ${reported} and is known to be ${knowable}`);
	if (kind === 'nothing to pay' && last) problems.push('a request was sent for it');
	if (kind === 'payable' && !last) problems.push('no request was sent for it');
	sent.forEach((request, index) => {
		const isLast = request === last;
		const repeats = isTurnedAway(request, plan) && index < RETRIES;
		if (isLast === repeats)
			problems.push(`request ${index + 1} was ${isLast ? 'not ' : ''}followed by another`);
	});
	return problems;
}

/** Answers that come instead of acting, as the service's integrators know them. */
const REFUSALS = [400, 404, 422, 429];

/** What anybody could know who sees only the last answer. */
function knowableOf(last: LoggedRequest | undefined): Reported {
	if (!last || REFUSALS.includes(last.status ?? 0)) return 'notApplied';
	return last.status === 200 && last.fault === null ? 'applied' : 'unknown';
}

/** Turned away for its rate, and asked back soon enough. */
function isTurnedAway({ status, faultId }: LoggedRequest, plan: FaultPlan): boolean {
	const [operationId, count] = faultId?.split(' ') ?? [];
	const fault = operationId === undefined ? undefined : planned(plan, operationId, Number(count));
	return status === 429 && (fault?.retryAfter ?? 0) <= LONGEST_WAIT_SECONDS;
}

function requestsByRecipient(requests: readonly LoggedRequest[]): Map<string, LoggedRequest[]> {
	const byRecipient = new Map<string, LoggedRequest[]>();
	for (const request of requests) {
		const { recipientId } = request.body as Payout;
		byRecipient.set(recipientId, [...(byRecipient.get(recipientId) ?? []), request]);
	}
	return byRecipient;
}

const again = `see it again with REWARDS_ENGAGEMENT_SEED=${SEED}`;

/** Runs the payments through the engine and holds what was reported against the ledger. */
async function expectTruth(count: number, plan: FaultPlan, concurrency?: number): Promise<Paid> {
	const { stars } = service.ids.currencies;
	await service.control.reset();
	const owned = ownedByMembers(service, stars);
	const paid = await payAll(count, plan, concurrency);
	const found = falsehoods(paid);
	const { sum } = service.control.ledger();
	if (sum !== 0) found.push(`the sum of the ledger is ${sum}`);
	if (ownedByMembers(service, stars) !== owned)
		found.push(`members own ${ownedByMembers(service, stars)}, not ${owned}`);
	if (found.length > 0) throw new Error([again, ...found.slice(0, 20)].join('\n'));
	return paid;
}

const isTimeout = ({ kind }: PlannedFault) => kind === 'timeout';
const planOf = (seed: number, faults: PlannedFault[]): FaultPlan => ({
	operation: '*',
	seed,
	rate: RATE,
	faults,
});
/** After the one that is left out the node sends nothing for an hour. */
const passingTroubles = Object.entries(troubles)
	.filter(([name]) => name !== '429 that asks for an hour')
	.map(([, fault]) => fault);
const weighed = (weights: readonly number[]) =>
	passingTroubles.map((fault: PlannedFault, index) => ({
		...fault,
		weight: isTimeout(fault) ? TIMEOUT_WEIGHT : weights[index],
	}));

it('whatever mix of faults hits the requests, nothing is paid twice and every reported outcome is true', async () => {
	const weights = fc.array(fc.integer({ min: 1, max: 9 }), {
		minLength: passingTroubles.length,
		maxLength: passingTroubles.length,
	});
	const concurrency = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });
	await fc.assert(
		fc.asyncProperty(fc.nat(), weights, concurrency, async (seed, mix, atATime) => {
			await expectTruth(RUN_SIZE, planOf(seed, weighed(mix)), atATime);
		}),
		{ numRuns: RUNS, seed: SEED, endOnFailure: true },
	);
}, 180_000);

it('10,000 transfers with every fault in between: nothing is paid twice and every reported outcome is true', async () => {
	const evenly = passingTroubles.map(() => 1);
	const { main, errors } = await expectTruth(LARGE_RUN_SIZE, planOf(SEED, weighed(evenly)), 8);
	expect(main.length + errors.length).toBe(LARGE_RUN_SIZE);
	const hits = service.requests.filter(({ fault }) => fault !== null);
	expect(hits.length / service.requests.length).toBeGreaterThan(RATE - 0.03);
	expect(hits.some(({ fault }) => fault === 'timeout')).toBe(true);
	for (const outcome of ['notApplied', 'unknown']) {
		expect(errors.filter((item) => outcomeOfItem(item) === outcome).length).toBeGreaterThan(100);
	}
}, 300_000);

it('where most requests are turned away for their rate, some items are given up after the last retry, as not paid', async () => {
	const size = 100;
	const turnedAway = passingTroubles.filter(({ kind }) => kind === 'rateLimit');
	const { main, errors } = await expectTruth(size, { ...planOf(SEED, turnedAway), rate: 0.8 }, 4);
	const givenUp = errors.filter(({ json }) => (json.details as { status?: number }).status === 429);
	expect(givenUp.length).toBeGreaterThan(size / 10);
	expect(main.length).toBeGreaterThan(size / 10);
}, 60_000);

it('once the service asks for an hour nothing more is sent, and the rest is reported as not paid', async () => {
	const { items, main, errors } = await payAll(RUN_SIZE, planOf(8, [troubles['429 that asks for an hour']]));
	const turnedAway = service.requests.findIndex(({ status }) => status === 429);
	expect(turnedAway).toBeGreaterThan(0);
	expect(service.requests).toHaveLength(turnedAway + 1);
	const transferred = transferredTo(service);
	expect(main.map((item) => transferred.get(items[indexOf(item)]?.payout.recipientId ?? ''))).toEqual(
		main.map((item) => [items[indexOf(item)]?.payout.amount]),
	);
	expect(transferred.size).toBe(main.length);
	expect(main.length + errors.length).toBe(RUN_SIZE);
	expect(new Set(errors.map(outcomeOfItem))).toEqual(new Set(['notApplied']));
});
