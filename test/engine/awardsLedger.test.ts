import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { newId } from '../../sandbox/base/ids';
import { credentialHolder, issuer } from '../../sandbox/base/ledger';
import type { LoggedRequest } from '../../sandbox/base/requestLog';
import { find } from '../../sandbox/base/state';
import type { FaultPlan } from '../../sandbox/faults/fault';
import { SEED } from '../harness/random';
import { runNode, type NodeRun } from './engine';
import {
	byId,
	COUNT,
	disorderOf,
	evenly,
	expectNone,
	indexOf,
	inParts,
	keepResults,
	lateItems,
	OPTIONS,
	outcomeOfItem,
	OWNED_BEFORE,
	planOf,
	RATE,
	reportsOf,
	RUNS,
	storyOf,
	untruthsOf,
	weighed,
	type WayResult,
} from './faultyLedger';
import { useService, withoutPauses } from './sandbox';

/** Of a request in bulk: so small that a short run makes enough requests for faults to hit. */
const BATCH_SIZE = Math.min(100, Math.ceil(COUNT / RUNS / 20));
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
			options: { ...OPTIONS, ...(isBulk && { batchSize: BATCH_SIZE }) },
		},
		input: changes.map(({ payee, amount }) => ({ payee, amount })),
		onError: 'continueErrorOutput',
	});
	expect(run.error).toBeUndefined();
	return run;
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
	const late = lateItems(errorItems);
	const amounts = changed();
	const requests = new Map<string, LoggedRequest[]>();
	for (const request of service.requests.filter(({ operationId }) => operationId === way.operation)) {
		for (const payee of way.payeesOf(request)) requests.set(payee, [...(requests.get(payee) ?? []), request]);
	}
	changes.forEach((change, index) => {
		const sent = requests.get(change.payee) ?? [];
		const problems = untruthsOf({
			amount: change.amount,
			amounts: amounts.get(change.holder) ?? [],
			sent,
			plan,
			reported: reports.get(index) ?? [],
			sends: change.kind === 'possible' ? true : change.kind === 'nothing' ? false : undefined,
			isLate: late.has(index),
			isShared: way.isBulk,
			isRefusedInside: way.isEachForItself && change.kind !== 'possible',
		});
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

const results: WayResult[] = [];
afterAll(() => keepResults(results));

describe.each(ways)('$operation', (way) => {
	it('in four runs at once, with every fault in between: nothing is made twice and every reported outcome is true', async () => {
		const plan = planOf(SEED, weighed(evenly));
		const changes = prepareChanges(way, COUNT);
		const parts = inParts(changes);
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
		expectNone(found);

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
