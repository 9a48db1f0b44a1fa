import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { newId } from '../../sandbox/base/ids';
import { issuer, store } from '../../sandbox/base/ledger';
import type { LoggedRequest } from '../../sandbox/base/requestLog';
import { find } from '../../sandbox/base/state';
import type { FaultPlan } from '../../sandbox/faults/fault';
import { SEED } from '../harness/random';
import { ownedByMembers } from '../harness/workflows/payouts';
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
	storyOf,
	untruthsOf,
	weighed,
	type WayResult,
} from './faultyLedger';
import { useService, withoutPauses } from './sandbox';

const [PRICE, TICKET_PRICE] = [3, 2];
const AWARD = 'Award';
/** Of what all want together, how much there is of what runs out. */
const SCARCE = 0.3;

const service = useService();
withoutPauses();

const realm = () => find(service.state.realms, service.realmId, 'realm');

/** One purchase, one order of tickets or one award of a member, who makes one of each. */
interface Change {
	/** Whether it could be made, were there no faults and no end to anything. */
	isPossible: boolean;
	payee: string;
	/** What is bought, or the currency of an award. */
	thing: string;
	/** How many pieces, tickets or points. */
	count: number;
	/** What it moves. */
	amount: number;
	/** As the ledger calls the movement. */
	memo: string;
}

/** One of the things that members do at the same time. */
interface Way {
	operation: string;
	parameters: INodeParameters;
	payeeOf: (request: LoggedRequest) => string;
	/** Whether an item says of a change that it was made, and no other. */
	isOf: (json: IDataObject, change: Change) => boolean;
}

const buyer = byId('={{ $json.payee }}');
const buyerOf = ({ body }: LoggedRequest) => (body as { accountId: string }).accountId;

const ways: Way[] = [
	{
		operation: 'storeItem.purchase',
		parameters: { itemId: byId('={{ $json.thing }}'), quantity: '={{ $json.count }}', accountId: buyer },
		payeeOf: buyerOf,
		isOf: ({ quantity, totalPrice, storeItem }, { count, amount, thing }) =>
			quantity === count && totalPrice === amount && (storeItem as IDataObject).id === thing,
	},
	{
		operation: 'raffle.buyTickets',
		parameters: { raffleId: byId('={{ $json.thing }}'), tickets: '={{ $json.count }}', accountId: buyer },
		payeeOf: buyerOf,
		isOf: ({ tickets, totalPrice }, { count, amount }) => tickets === count && totalPrice === amount,
	},
	{
		operation: 'member.updateBalance',
		parameters: { serviceId: buyer, currencyId: byId('={{ $json.thing }}'), amount: '={{ $json.count }}' },
		payeeOf: ({ path }) => path.split('/').at(-2) ?? '',
		isOf: ({ serviceId }, { payee }) => serviceId === payee,
	},
];

/** An item of the store and a raffle of which there is enough for all, and one each that runs out. */
function prepareThings(wanted: number) {
	const { ids } = service;
	const { storeItems, raffles } = realm();
	const currencyId = ids.currencies.stars;
	const [item, raffle] = [
		find(storeItems, ids.storeItems.poster, 'item'),
		find(raffles, ids.raffle, 'raffle'),
	];
	const stocks = { plenty: wanted, scarce: Math.floor((wanted / 2) * SCARCE) };
	return Object.entries(stocks).map(([name, stock]) => {
		const [itemId, raffleId] = [`item-${name}`, `raffle-${name}`];
		storeItems.set(itemId, {
			...item,
			id: itemId,
			item: { ...item.item, name: itemId },
			currencyId,
			price: PRICE,
			stock,
			maxPerUser: null,
			requiredMetadata: [],
		});
		raffles.set(raffleId, {
			...raffle,
			id: raffleId,
			item: { ...raffle.item, name: raffleId },
			currencyId,
			ticketPrice: TICKET_PRICE,
			maxTickets: stock,
			maxPerUser: null,
			entries: [],
		});
		return { itemId, raffleId, stock };
	});
}

type Thing = ReturnType<typeof prepareThings>[number];

/** What each member does, by the way: of a purchase, tickets and an award a few can never be made. */
function prepareChanges(members: number, things: Thing[]): Change[][] {
	const { stars } = service.ids.currencies;
	const payees = Array.from({ length: members }, (_, index) => {
		const { id } = service.control.joinMember(`buyer${index}`);
		realm().ledger.move({ currencyId: stars, from: issuer, to: id, amount: OWNED_BEFORE, memo: 'Before' });
		return id;
	});
	const change = (index: number, thing: string, count: number, price: number, memo: string): Change => {
		const payee = payees[index]!;
		const made = { isPossible: true, payee, thing, count, amount: count * price, memo };
		const tooMany = memo === AWARD ? -1e6 : 1e6;
		if (index % 40 === 17) return { ...made, isPossible: false, count: tooMany, amount: tooMany * price };
		if (index % 40 === 27) return { ...made, isPossible: false, payee: newId() };
		return made;
	};
	return [
		payees.map((_payee, index) => {
			const { itemId } = things[index % things.length]!;
			return change(index, itemId, 1 + (index % 3), PRICE, itemId);
		}),
		payees.map((_payee, index) => {
			const { raffleId } = things[index % things.length]!;
			return change(index, raffleId, 1 + (index % 3), TICKET_PRICE, `Tickets of ${raffleId}`);
		}),
		payees.map((_payee, index) => change(index, stars, 1 + (index % 20), 1, AWARD)),
	];
}

/** What the ledger moved, by the member and what it is called. */
function movedFor(): Map<string, number[]> {
	const moved = new Map<string, number[]>();
	for (const { from, to, amount, memo } of service.control.ledger().entries) {
		const key = `${memo === AWARD ? to : from} ${memo}`;
		moved.set(key, [...(moved.get(key) ?? []), amount]);
	}
	return moved;
}

const movedBy = (moved: Map<string, number[]>, { payee, memo }: Change) =>
	moved.get(`${payee} ${memo}`) ?? [];

async function run({ operation, parameters }: Way, changes: Change[]): Promise<NodeRun> {
	const [resource = '', name = ''] = operation.split('.');
	const ended = await runNode({
		credential: service.credential(),
		parameters: { resource, operation: name, ...parameters, options: OPTIONS },
		input: changes.map(({ payee, thing, count }) => ({ payee, thing, count })),
		onError: 'continueErrorOutput',
	});
	expect(ended.error).toBeUndefined();
	return ended;
}

/** Everything about a run that is not true, or not as promised. */
function falsehoods(
	way: Way,
	changes: Change[],
	{ items, errorItems }: NodeRun,
	plan: FaultPlan,
	moved: Map<string, number[]>,
): string[] {
	const found = disorderOf({ main: items, error: errorItems });
	const reports = reportsOf(items, errorItems);
	const late = lateItems(errorItems);
	for (const item of items) {
		if (!way.isOf(item.json, changes[indexOf(item)]!))
			found.push(`${way.operation} ${indexOf(item)} says ${JSON.stringify(item.json)}`);
	}
	const requests = new Map<string, LoggedRequest[]>();
	for (const request of service.requests.filter(({ operationId }) => operationId === way.operation)) {
		const payee = way.payeeOf(request);
		requests.set(payee, [...(requests.get(payee) ?? []), request]);
	}
	changes.forEach((change, index) => {
		const sent = requests.get(change.payee) ?? [];
		const problems = untruthsOf({
			amount: change.amount,
			amounts: movedBy(moved, change),
			sent,
			plan,
			reported: reports.get(index) ?? [],
			sends: true,
			isLate: late.has(index),
		});
		if (!change.isPossible && movedBy(moved, change).length > 0)
			problems.push('it could not be made, and was');
		if (problems.length === 0) return;
		found.push(`${way.operation} ${index}: ${problems.join('; ')}. Its requests: ${storyOf(sent)}`);
	});
	return found;
}

/** What is left of each thing, and what the ledger says was bought of it. */
function countProblems(things: Thing[], changes: Change[], moved: Map<string, number[]>): string[] {
	const bought = (thing: string) =>
		changes
			.filter((change) => change.thing === thing && movedBy(moved, change).length > 0)
			.reduce((sum, { count }) => sum + count, 0);
	return things.flatMap(({ itemId, raffleId, stock }) => {
		const left = find(realm().storeItems, itemId, 'item').stock ?? NaN;
		const tickets = find(realm().raffles, raffleId, 'raffle').entries.reduce(
			(sum, one) => sum + one.tickets,
			0,
		);
		return [
			...(left === stock - bought(itemId) && left >= 0
				? []
				: [`${left} of ${stock} are left of ${itemId}, of which ${bought(itemId)} were bought`]),
			...(tickets === bought(raffleId) && tickets <= stock
				? []
				: [`${raffleId} has ${tickets} tickets of ${stock}, and ${bought(raffleId)} were bought`]),
		];
	});
}

const balanceOf = (holder: string) => service.balance(holder, service.ids.currencies.stars);

const results: WayResult[] = [];
afterAll(() => keepResults(results));

it('purchases, tickets and awards at once, with every fault in between: nothing is made twice, every reported outcome is true, and nothing is sold that is not there', async () => {
	const plan = planOf(SEED, weighed(evenly));
	const members = Math.ceil(COUNT / ways.length);
	// Each wants two pieces on average.
	const things = prepareThings(2 * members);
	const changes = prepareChanges(members, things);
	const owned = () => ownedByMembers(service, service.ids.currencies.stars);
	const [soldBefore, ownedBefore] = [balanceOf(store), owned()];
	const startedAt = Date.now();
	service.control.setFaultPlan(plan);
	const runs = await Promise.all(
		ways.flatMap((way, index) =>
			inParts(changes[index]!, 2).map(async (part) => ({ way, part, ended: await run(way, part) })),
		),
	);

	const moved = movedFor();
	const all = changes.flat();
	const found = runs.flatMap(({ way, part, ended }) => falsehoods(way, part, ended, plan, moved));
	found.push(...countProblems(things, all, moved));
	const made = all.filter((change) => movedBy(moved, change).length > 0);
	const sumOf = (changesOfOne: Change[]) => changesOfOne.reduce((sum, { amount }) => sum + amount, 0);
	const sold = sumOf(made.filter(({ memo }) => memo !== AWARD));
	const awarded = sumOf(made.filter(({ memo }) => memo === AWARD));
	if (balanceOf(store) - soldBefore !== sold)
		found.push(`the store got ${balanceOf(store) - soldBefore} for what cost ${sold}`);
	if (owned() - ownedBefore !== awarded)
		found.push(`all own ${owned() - ownedBefore} more, and ${awarded} was awarded`);
	if (service.control.ledger().sum !== 0) found.push(`the sum is ${service.control.ledger().sum}`);
	ways.forEach(({ operation }, index) =>
		results.push({
			operation: `${operation}, mixed`,
			changes: members,
			made: changes[index]!.filter((change) => movedBy(moved, change).length > 0).length,
			requests: service.requests.filter(({ operationId }) => operationId === operation).length,
			seconds: (Date.now() - startedAt) / 1_000,
		}),
	);
	expectNone(found);

	const [, scarce] = things;
	expect(find(realm().storeItems, scarce!.itemId, 'item').stock).toBeLessThan(3);
	expect(results.every(({ made }) => made > members / 4)).toBe(true);
	const hits = service.requests.filter(({ fault }) => fault !== null).length;
	expect(hits).toBeGreaterThan((RATE - 0.1) * service.requests.length);
	const errors = runs.flatMap(({ ended }) => ended.errorItems);
	expect(runs.flatMap(({ ended }) => ended.items).length + errors.length).toBe(all.length);
	for (const outcome of ['notApplied', 'unknown']) {
		expect(errors.filter((item) => outcomeOfItem(item) === outcome).length).toBeGreaterThan(COUNT / 100);
	}
}, 600_000);
