import fc from 'fast-check';

import { newId } from '../../../sandbox/base/ids';
import { credentialHolder, issuer } from '../../../sandbox/base/ledger';
import type { LoggedRequest } from '../../../sandbox/base/requestLog';
import { find } from '../../../sandbox/base/state';
import type { PlannedFault } from '../../../sandbox/faults/fault';
import { troubles } from '../../../sandbox/faults/faultPlan';
import { useSteadyClock } from '../../harness/clock';
import { SEED } from '../../harness/random';
import { byId } from '../../harness/workflows/nodes';
import { preparePayouts, transferredTo } from '../../harness/workflows/payouts';
import {
	COUNT,
	evenly,
	expectTruth,
	indexOf,
	keepResults,
	outcomeOfItem,
	OWNED_BEFORE,
	passingTroubles,
	planOf,
	RATE,
	runWay,
	weighed,
	type Change,
	type Way,
	type WayResult,
} from './faultyLedger';
import { useService, withoutPauses } from '../sandbox';

const MIXES = 3;
const MIX_SIZE = 100;
/** The number of parallel runs for the changes of a way. */
const RUNS = 4;
/** For bulk requests: so small that a short run sends enough requests for faults to hit. */
const BATCH_SIZE = Math.min(100, Math.ceil(COUNT / RUNS / 20));
const SOURCE = 'shop';

useSteadyClock();
const service = useService();
withoutPauses();

type Person = Pick<Change, 'payee' | 'holder'>;

const realm = () => find(service.state.realms, service.realmId, 'realm');

const member = (number: number): Person => {
	const { id } = service.control.joinMember(`payee${number}`);
	return { payee: id, holder: id };
};

const credential = (number: number): Person => {
	const [id, payee] = [newId(), `customer-${number}`];
	realm().credentials.set(id, {
		id,
		format: 'oauth',
		publicIdentifier: payee,
		oauthProvider: SOURCE,
		oauthAccountId: payee,
		isVerified: false,
		metadata: null,
		createdAt: new Date().toISOString(),
	});
	return { payee, holder: credentialHolder(id) };
};

/** A few of the changes are impossible. */
function withImpossible(changes: Change[], tooMuch: number): Change[] {
	return changes.map((change, index) => {
		if (index % 40 === 7) return { ...change, fate: 'unsent', amount: 0 };
		if (index % 40 === 17) return { ...change, fate: 'refused', amount: tooMuch };
		if (index % 40 === 27) return { ...change, fate: 'refused', payee: newId(), holder: '' };
		return change;
	});
}

/** Awards and deductions for people who own `OWNED_BEFORE`. */
const awardsTo = (newcomer: (number: number) => Person) => (count: number) =>
	withImpossible(
		Array.from({ length: count }, (_, index): Change => {
			const person = newcomer(index);
			const currencyId = service.ids.currencies.stars;
			realm().ledger.move({
				currencyId,
				from: issuer,
				to: person.holder,
				amount: OWNED_BEFORE,
				memo: 'Before',
			});
			const amount = (1 + (index % 40)) * (index % 3 === 0 ? -1 : 1);
			return { fate: 'made', ...person, amount, memo: amount > 0 ? 'Award' : 'Deduction' };
		}),
		-1e6,
	);

const transfers = (count: number) =>
	withImpossible(
		preparePayouts(service, count).map(({ recipientId: id, amount }): Change => ({
			fate: 'made',
			payee: id,
			holder: id,
			amount,
			memo: 'Transfer',
		})),
		1e9,
	);

/** A way, with a function that makes changes for it. */
interface PreparedWay extends Way {
	prepare: (count: number) => Change[];
}

const amount = '={{ $json.amount }}';
const toMember = { serviceId: byId('={{ $json.payee }}'), amount };
const toCredential = { type: 'custom', source: SOURCE, value: '={{ $json.payee }}', amount };
const updatesOf = ({ body }: LoggedRequest) => (body as { updates: Array<Record<string, string>> }).updates;
const isBalance = (balance: unknown, change: Change) => balance === OWNED_BEFORE + change.amount;

const transfer: PreparedWay = {
	operation: 'member.transferBalance',
	prepare: transfers,
	// A getter, because the service starts only after the tests are declared.
	get parameters() {
		return {
			serviceId: byId(service.ids.members.bonusPool),
			recipientId: byId('={{ $json.payee }}'),
			currencyId: byId(''),
			amount,
		};
	},
	options: { concurrency: 8 },
	payeesOf: ({ body }) => [(body as { recipientId: string }).recipientId],
	isOf: ({ recipientId }, { payee }) => recipientId === payee,
};

const ways: PreparedWay[] = [
	transfer,
	{
		operation: 'member.updateBalance',
		prepare: awardsTo(member),
		parameters: toMember,
		payeesOf: ({ path }) => [path.split('/').at(-2) ?? ''],
		isOf: ({ serviceId, balance }, change) => serviceId === change.payee && isBalance(balance, change),
	},
	{
		operation: 'memberCredential.updateBalance',
		prepare: awardsTo(credential),
		parameters: toCredential,
		payeesOf: ({ query }) => [(query as { value: string }).value],
		isOf: ({ identifier, balance }, change) => identifier === change.payee && isBalance(balance, change),
	},
	{
		operation: 'member.updateBalances',
		prepare: awardsTo(member),
		parameters: toMember,
		options: { batchSize: BATCH_SIZE },
		payeesOf: (request) => updatesOf(request).map(({ serviceId = '' }) => serviceId),
		isOf: ({ serviceId, newBalance }, change) => serviceId === change.payee && isBalance(newBalance, change),
		isBulk: true,
	},
	{
		operation: 'memberCredential.updateBalances',
		prepare: awardsTo(credential),
		parameters: toCredential,
		options: { batchSize: BATCH_SIZE },
		payeesOf: (request) => updatesOf(request).map(({ value = '' }) => value),
		isOf: ({ value, balance }, change) => value === change.payee && isBalance(balance, change),
		isBulk: true,
		isEachForItself: true,
	},
];

const results: WayResult[] = [];
afterAll(() => keepResults(results));

it.each(ways)(
	'$operation in four runs at once, with every fault in between: nothing is made twice and every reported outcome is true',
	async (way) => {
		const changes = way.prepare(COUNT);
		const plan = planOf(SEED, weighed(evenly));
		const { items, errors, made, results: found } = await expectTruth(service, plan, [[way, changes]], RUNS);
		results.push(...found);

		expect(items.length + errors.length).toBe(COUNT);
		const shared = service.requests.filter(({ operationId }) => operationId === way.operation);
		if (way.isBulk) expect(Math.max(...shared.map((request) => updatesOf(request).length))).toBe(BATCH_SIZE);
		const names = (some: readonly Change[]) => new Set(some.map(({ memo }) => memo));
		expect(names(made)).toEqual(names(changes));
		expect(service.requests.filter(({ fault }) => fault !== null).length).toBeGreaterThan(
			// When items share few requests, the faults hit less evenly.
			(way.isBulk ? RATE / 3 : RATE - 0.1) * service.requests.length,
		);
		for (const outcome of ['notApplied', 'unknown']) {
			expect(errors.filter((item) => outcomeOfItem(item) === outcome).length).toBeGreaterThan(COUNT / 100);
		}
	},
	600_000,
);

it('whatever mix of faults hits the transfers, nothing is paid twice and every reported outcome is true', async () => {
	const weights = fc.array(fc.integer({ min: 1, max: 9 }), {
		minLength: passingTroubles.length,
		maxLength: passingTroubles.length,
	});
	const concurrencies = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });
	await fc.assert(
		fc.asyncProperty(fc.nat(), weights, concurrencies, async (seed, mix, concurrency) => {
			await service.control.reset();
			const options = concurrency === undefined ? {} : { concurrency };
			const way = { ...transfer, options };
			await expectTruth(service, planOf(seed, weighed(mix)), [[way, transfers(MIX_SIZE)]]);
		}),
		{ numRuns: MIXES, endOnFailure: true },
	);
}, 180_000);

const payAll = async (count: number, faults: PlannedFault[], rate = RATE) =>
	await expectTruth(service, { ...planOf(SEED, faults), rate }, [[transfer, transfers(count)]]);
const passing = (kind: PlannedFault['kind']) => passingTroubles.filter((fault) => fault.kind === kind);

it('when the rate limit refuses most requests, some items are given up after the last retry as not paid', async () => {
	const size = 100;
	const { items, errors } = await payAll(size, passing('rateLimit'), 0.8);
	const givenUp = errors.filter(({ json }) => (json.details as { status?: number }).status === 429);
	expect(givenUp.length).toBeGreaterThan(size / 10);
	expect(items.length).toBeGreaterThan(size / 10);
}, 60_000);

it('a transfer that is not answered in time is not sent again, and is reported as unknown', async () => {
	const { errors } = await payAll(40, passing('timeout'));
	expect(errors.map(outcomeOfItem)).toContain('unknown');
}, 60_000);

it('once the service asks for an hour nothing more is sent, and the rest is reported as not paid', async () => {
	const changes = transfers(MIX_SIZE);
	service.control.setFaultPlan(planOf(8, [troubles['429 that asks for an hour']]));
	const { items, errorItems } = await runWay(service, { ...transfer, options: {} }, changes);
	const turnedAway = service.requests.findIndex(({ status }) => status === 429);
	expect(turnedAway).toBeGreaterThan(0);
	expect(service.requests).toHaveLength(turnedAway + 1);
	const done = items.map((item) => changes[indexOf(item)]!);
	expect([...transferredTo(service)]).toEqual(done.map(({ payee, amount: paid }) => [payee, [paid]]));
	expect(items.length + errorItems.length).toBe(MIX_SIZE);
	expect(new Set(errorItems.map(outcomeOfItem))).toEqual(new Set(['notApplied']));
});
