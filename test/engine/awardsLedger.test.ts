import fs from 'node:fs';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { newId } from '../../sandbox/base/ids';
import { credentialHolder, issuer } from '../../sandbox/base/ledger';
import type { LoggedRequest } from '../../sandbox/base/requestLog';
import { find } from '../../sandbox/base/state';
import type { FaultPlan } from '../../sandbox/faults/fault';
import { runNode, type NodeRun } from './engine';
import {
	again,
	disorderOf,
	evenly,
	indexOf,
	isTurnedAway,
	knowableOf,
	LONGEST_WAIT_SECONDS,
	outcomeOfItem,
	planOf,
	RATE,
	reportsOf,
	RETRIES,
	SEED,
	storyOf,
	TIMEOUT_SECONDS,
	weighed,
	type Reported,
} from './faultyLedger';
import { useService, withoutPauses } from './sandbox';

const { REWARDS_ENGAGEMENT_AWARDS, REWARDS_ENGAGEMENT_RESULT } = process.env;
/** Awards and deductions of each way, of four runs together: `npm run test:reliability` makes 10,000 of them. */
const COUNT = Number(REWARDS_ENGAGEMENT_AWARDS ?? 400);
const RUNS = 4;
/** Of a request in bulk: so small that a short run makes enough requests for faults to hit. */
const BATCH_SIZE = Math.min(100, Math.ceil(COUNT / RUNS / 20));
const OWNED_BEFORE = 1_000;
const SOURCE = 'shop';

const service = useService();
withoutPauses();

/** An award or a deduction, of somebody who gets no other: so the ledger tells what became of it. */
interface Change {
	/** What is right or wrong with it, whatever the faults do. */
	kind: 'possible' | 'nothing' | 'more than there is' | 'to nobody';
	/** Whose balance changes: the ID of a member, or that of a credential at its provider. */
	payee: string;
	/** As the ledger names them. */
	holder: string;
	amount: number;
}

/** A way to change balances. */
interface Way {
	operation: string;
	/** Somebody new, who owns `OWNED_BEFORE`, by the name that requests use and that of the ledger. */
	newcomer: (number: number) => Pick<Change, 'payee' | 'holder'>;
	parameters: INodeParameters;
	/** Whose balances a request was to change. */
	payeesOf: (request: LoggedRequest) => string[];
	/** Whose balance a result says has changed, and what it is now. */
	payeeIn: (json: IDataObject) => unknown;
	balanceIn?: (json: IDataObject) => unknown;
	/** Whether items share requests. */
	isBulk?: true;
	/** A success may hold entries that were refused. */
	isEachForItself?: true;
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const realm = () => find(service.state.realms, service.realmId, 'realm');

const member = (number: number) => {
	const { id } = service.control.joinMember(`payee${number}`);
	return { payee: id, holder: id };
};

const credential = (number: number) => {
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

const ways: Way[] = [
	{
		operation: 'member.updateBalance',
		newcomer: member,
		parameters: { serviceId: byId('={{ $json.payee }}'), amount: '={{ $json.amount }}' },
		payeesOf: ({ path }) => [path.split('/').at(-2) ?? ''],
		payeeIn: ({ serviceId }) => serviceId,
	},
	{
		operation: 'memberCredential.updateBalance',
		newcomer: credential,
		parameters: {
			type: 'custom',
			source: SOURCE,
			value: '={{ $json.payee }}',
			amount: '={{ $json.amount }}',
		},
		payeesOf: ({ query }) => [(query as { value: string }).value],
		payeeIn: ({ identifier }) => identifier,
	},
	{
		operation: 'member.updateBalances',
		newcomer: member,
		parameters: { serviceId: byId('={{ $json.payee }}'), amount: '={{ $json.amount }}' },
		payeesOf: ({ body }) => updatesOf(body).map(({ serviceId = '' }) => serviceId),
		payeeIn: ({ serviceId }) => serviceId,
		balanceIn: ({ newBalance }) => newBalance,
		isBulk: true,
	},
	{
		operation: 'memberCredential.updateBalances',
		newcomer: credential,
		parameters: {
			type: 'custom',
			source: SOURCE,
			value: '={{ $json.payee }}',
			amount: '={{ $json.amount }}',
		},
		payeesOf: ({ body }) => updatesOf(body).map(({ value = '' }) => value),
		payeeIn: ({ value }) => value,
		isBulk: true,
		isEachForItself: true,
	},
];

const updatesOf = (body: unknown) => (body as { updates: Array<Record<string, string>> }).updates;

/** Awards and deductions of everybody once, of which a few can never be made. */
function prepareChanges({ newcomer }: Way, count: number): Change[] {
	const { stars } = service.ids.currencies;
	return Array.from({ length: count }, (_, index): Change => {
		const person = newcomer(index);
		realm().ledger.move({
			currencyId: stars,
			from: issuer,
			to: person.holder,
			amount: OWNED_BEFORE,
			memo: 'Before',
		});
		const amount = (1 + (index % 40)) * (index % 3 === 0 ? -1 : 1);
		if (index % 40 === 7) return { kind: 'nothing', ...person, amount: 0 };
		if (index % 40 === 17) return { kind: 'more than there is', ...person, amount: -1e6 };
		if (index % 40 === 27) return { kind: 'to nobody', payee: newId(), holder: '', amount };
		return { kind: 'possible', ...person, amount };
	});
}

/** What the ledger added to each holder since, awards above zero and deductions below. */
function changed(): Map<string, number[]> {
	const amounts = new Map<string, number[]>();
	for (const { from, to, amount, memo } of service.control.ledger().entries) {
		if (memo !== 'Award' && memo !== 'Deduction') continue;
		const [holder, change] = memo === 'Award' ? [to, amount] : [from, -amount];
		amounts.set(holder, [...(amounts.get(holder) ?? []), change]);
	}
	return amounts;
}

async function changeAll({ operation, parameters, isBulk }: Way, changes: Change[]): Promise<NodeRun> {
	const [resource = '', name = ''] = operation.split('.');
	const run = await runNode({
		credential: service.credential(),
		parameters: {
			resource,
			operation: name,
			...parameters,
			options: {
				retries: RETRIES,
				longestWaitSeconds: LONGEST_WAIT_SECONDS,
				timeoutSeconds: TIMEOUT_SECONDS,
				...(isBulk && { batchSize: BATCH_SIZE }),
			},
		},
		input: changes.map(({ payee, amount }) => ({ payee, amount })),
		onError: 'continueErrorOutput',
	});
	expect(run.error).toBeUndefined();
	return run;
}

interface ChangeStory {
	way: Way;
	change: Change;
	/** What the ledger says. */
	amounts: number[];
	/** The requests the service got for it. */
	sent: LoggedRequest[];
	plan: FaultPlan;
	/** What the node said became of it. */
	reported: Reported[];
	/** Whether it said that the answer did not come in time, as it may on a busy machine. */
	isLate: boolean;
}

/** Everything about one change that is not true, or not as promised. */
function problemsOf({
	way,
	change,
	amounts,
	sent,
	plan,
	reported: [reported, ...more],
	isLate,
}: ChangeStory): string[] {
	const problems: string[] = [];
	const last = sent.at(-1);
	if (reported === undefined || more.length > 0)
		problems.push(`it has ${more.length + 1} outputs in place of one`);
	if (amounts.length > 1) problems.push(`it was made ${amounts.length} times`);
	if (amounts.some((amount) => amount !== change.amount))
		problems.push(`${amounts.join(' and ')} was made of ${change.amount}`);
	if (reported === 'applied' && amounts.length === 0) problems.push('it is reported as made and was not');
	if (reported === 'notApplied' && amounts.length > 0) problems.push('it is reported as not made and was');
	const isRefusedInside = way.isEachForItself && change.kind !== 'possible';
	const knowable = knowableOf(last) === 'applied' && isRefusedInside ? 'notApplied' : knowableOf(last);
	if (reported !== knowable && !(isLate && reported === 'unknown'))
		problems.push(`it is reported as ${reported} and is known to be ${knowable}`);
	if (change.kind === 'nothing' && last) problems.push('a request was sent for it');
	if (change.kind === 'possible' && !last) problems.push('no request was sent for it');
	sent.forEach((request, index) => {
		const isLast = request === last;
		// One that shared its request with others may be sent again, with fewer, or not; but not what may have been made.
		if (way.isBulk) {
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

/** Everything about a run that is not true, or not as promised; nothing when all is well. */
function falsehoods(way: Way, changes: Change[], { items, errorItems }: NodeRun, plan: FaultPlan): string[] {
	const found = disorderOf({ main: items, error: errorItems });
	const reports = reportsOf(items, errorItems);
	for (const item of items) {
		const change = changes[indexOf(item)];
		if (way.payeeIn(item.json) !== change?.payee)
			found.push(`item ${indexOf(item)} got the result of another`);
		const balance = way.balanceIn ? way.balanceIn(item.json) : item.json.balance;
		if (balance !== OWNED_BEFORE + (change?.amount ?? NaN))
			found.push(`item ${indexOf(item)} says ${JSON.stringify(balance)} is its balance`);
	}
	for (const item of errorItems) {
		if (item.json.payee !== changes[indexOf(item)]?.payee)
			found.push(`item ${indexOf(item)} got the error of another`);
	}
	const late = new Set(
		errorItems.filter(({ json }) => (json.error as string).includes('did not answer in time')).map(indexOf),
	);
	const amounts = changed();
	const requests = new Map<string, LoggedRequest[]>();
	for (const request of service.requests.filter(({ operationId }) => operationId === way.operation)) {
		for (const payee of way.payeesOf(request)) requests.set(payee, [...(requests.get(payee) ?? []), request]);
	}
	changes.forEach((change, index) => {
		const sent = requests.get(change.payee) ?? [];
		const story = { way, change, amounts: amounts.get(change.holder) ?? [], sent, plan };
		const problems = problemsOf({ ...story, reported: reports.get(index) ?? [], isLate: late.has(index) });
		if (problems.length === 0) return;
		found.push(`item ${index} (${change.kind}): ${problems.join('; ')}. Its requests: ${storyOf(sent)}`);
	});
	return found;
}

/** What all but the issuer own. */
const owned = () =>
	service.control
		.ledger()
		.accounts.filter(({ holder }) => holder !== issuer)
		.reduce((sum, { balance }) => sum + balance, 0);

/** What a way was seen to do, for the report of `npm run test:reliability`. */
const results: Array<
	Record<'operation', string> & Record<'changes' | 'made' | 'requests' | 'seconds', number>
> = [];
afterAll(() => {
	if (REWARDS_ENGAGEMENT_RESULT !== undefined)
		fs.writeFileSync(REWARDS_ENGAGEMENT_RESULT, JSON.stringify(results));
});

describe.each(ways)('$operation', (way) => {
	it('in four runs at once, with every fault in between: nothing is made twice and every reported outcome is true', async () => {
		const plan = planOf(SEED, weighed(evenly));
		const changes = prepareChanges(way, COUNT);
		const parts = Array.from({ length: RUNS }, (_, run) =>
			changes.filter((_, index) => index % RUNS === run),
		);
		const before = owned();
		const startedAt = Date.now();
		service.control.setFaultPlan(plan);
		const runs = await Promise.all(parts.map(async (part) => await changeAll(way, part)));

		const found = runs.flatMap((run, index) => falsehoods(way, parts[index]!, run, plan));
		const made = [...changed().values()].flat();
		const sum = made.reduce((total, amount) => total + amount, 0);
		if (owned() - before !== sum) found.push(`${owned() - before} was given, and ${sum} was changed`);
		if (service.control.ledger().sum !== 0) found.push(`the sum is ${service.control.ledger().sum}`);
		results.push({
			operation: way.operation,
			changes: COUNT,
			made: made.length,
			requests: service.requests.length,
			seconds: (Date.now() - startedAt) / 1_000,
		});
		if (found.length > 0) throw new Error([again, ...found.slice(0, 20)].join('\n'));

		expect(runs.flatMap(({ items, errorItems }) => [...items, ...errorItems])).toHaveLength(COUNT);
		const shared = service.requests.filter(({ operationId }) => operationId === way.operation);
		if (way.isBulk) expect(Math.max(...shared.map(({ body }) => updatesOf(body).length))).toBe(BATCH_SIZE);
		expect([made.some((amount) => amount > 0), made.some((amount) => amount < 0)]).toEqual([true, true]);
		expect(service.requests.filter(({ fault }) => fault !== null).length).toBeGreaterThan(
			// Few requests, which share the items, are hit less evenly.
			(way.isBulk ? RATE / 3 : RATE - 0.1) * service.requests.length,
		);
		const errors: INodeExecutionData[] = runs.flatMap(({ errorItems }) => errorItems);
		for (const outcome of ['notApplied', 'unknown']) {
			expect(errors.filter((item) => outcomeOfItem(item) === outcome).length).toBeGreaterThan(COUNT / 100);
		}
	}, 600_000);
});
