import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';

import type { FaultPlan } from '../../sandbox/faults/fault';
import { troubles } from '../../sandbox/faults/faultPlan';
import { newId } from '../../sandbox/base/ids';
import { SEED } from '../harness/random';
import { ownedByMembers, preparePayouts, transferredTo, type Payout } from '../harness/workflows/payouts';
import type { LoggedRequest } from '../../sandbox/base/requestLog';
import { runNode } from './engine';
import {
	byId,
	disorderOf,
	evenly,
	expectNone,
	indexOf,
	OPTIONS,
	outcomeOfItem,
	passingTroubles,
	planOf,
	RATE,
	reportsOf,
	storyOf,
	untruthsOf,
	weighed,
} from './faultyLedger';
import { useService, withoutPauses } from './sandbox';

const RUNS = 5;
const RUN_SIZE = 300;
const LARGE_RUN_SIZE = 10_000;

const service = useService();
withoutPauses();

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
	const run = await runNode({
		credential: service.credential(),
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: byId(service.ids.members.bonusPool),
			recipientId: byId('={{ $json.recipientId }}'),
			currencyId: byId(''),
			amount: '={{ $json.amount }}',
			options: { ...OPTIONS, ...(concurrency === undefined ? {} : { concurrency }) },
		},
		input: items.map(({ payout }) => ({ ...payout })),
		onError: 'continueErrorOutput',
	});
	expect(run.error).toBeUndefined();
	return { items, plan, main: run.items, errors: run.errorItems };
}

/** Everything about a run that is not true, or not as promised; nothing when all is well. */
function falsehoods({ items, plan, main, errors }: Paid): string[] {
	const found = disorderOf({ main, error: errors });
	const reports = reportsOf(main, errors);
	for (const item of [...main, ...errors]) {
		const { recipientId } = items[indexOf(item)]?.payout ?? {};
		if (item.json.recipientId !== recipientId) found.push(`item ${indexOf(item)} got the output of another`);
	}

	const transferred = transferredTo(service);
	const requests = requestsByRecipient(service.requests);
	items.forEach(({ kind, payout }, index) => {
		const amounts = transferred.get(payout.recipientId) ?? [];
		const sent = requests.get(payout.recipientId) ?? [];
		const sends = kind === 'payable' ? true : kind === 'nothing to pay' ? false : undefined;
		const reported = reports.get(index) ?? [];
		const problems = untruthsOf({ amount: payout.amount, amounts, sent, plan, reported, sends });
		if (problems.length === 0) return;
		found.push(`item ${index} (${kind}): ${problems.join('; ')}. Its requests: ${storyOf(sent)}`);
	});
	return found;
}

function requestsByRecipient(requests: readonly LoggedRequest[]): Map<string, LoggedRequest[]> {
	const byRecipient = new Map<string, LoggedRequest[]>();
	for (const request of requests) {
		const { recipientId } = request.body as Payout;
		byRecipient.set(recipientId, [...(byRecipient.get(recipientId) ?? []), request]);
	}
	return byRecipient;
}

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
	expectNone(found);
	return paid;
}

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
		{ numRuns: RUNS, endOnFailure: true },
	);
}, 180_000);

it('10,000 transfers with every fault in between: nothing is paid twice and every reported outcome is true', async () => {
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
