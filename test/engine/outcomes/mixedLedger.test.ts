import type { IDataObject } from 'n8n-workflow';

import { newId } from '../../../sandbox/base/ids';
import { issuer, store } from '../../../sandbox/base/ledger';
import type { LoggedRequest } from '../../../sandbox/base/requestLog';
import { find } from '../../../sandbox/base/state';
import { useSteadyClock } from '../../harness/clock';
import { SEED } from '../../harness/random';
import { byId } from '../../harness/workflows/nodes';
import {
	COUNT,
	evenly,
	expectTruth,
	keepResults,
	outcomeOfItem,
	OWNED_BEFORE,
	planOf,
	RATE,
	weighed,
	type Change,
	type Way,
} from './faultyLedger';
import { useService, withoutPauses } from '../sandbox';

const [PRICE, TICKET_PRICE] = [3, 2];
const AWARD = 'Award';
/** The available share of things that run out, compared with the total demand. */
const SCARCE = 0.3;

useSteadyClock();
const service = useService();
withoutPauses();

const realm = () => find(service.state.realms, service.realmId, 'realm');

const buyer = byId('={{ $json.payee }}');
const buyersOf = ({ body }: LoggedRequest) => [(body as { accountId: string }).accountId];

const ways: Way[] = [
	{
		operation: 'storeItem.purchase',
		parameters: { itemId: byId('={{ $json.thing }}'), quantity: '={{ $json.count }}', accountId: buyer },
		payeesOf: buyersOf,
		isOf: ({ quantity, totalPrice, storeItem }, { count, amount, thing }) =>
			quantity === count && totalPrice === -amount && (storeItem as IDataObject).id === thing,
	},
	{
		operation: 'raffle.buyTickets',
		parameters: { raffleId: byId('={{ $json.thing }}'), tickets: '={{ $json.count }}', accountId: buyer },
		payeesOf: buyersOf,
		isOf: ({ tickets, totalPrice }, { count, amount }) => tickets === count && totalPrice === -amount,
	},
	{
		operation: 'member.updateBalance',
		parameters: { serviceId: buyer, currencyId: byId('={{ $json.thing }}'), amount: '={{ $json.count }}' },
		payeesOf: ({ path }) => [path.split('/').at(-2) ?? ''],
		isOf: ({ serviceId }, { payee }) => serviceId === payee,
	},
];

/** An item of the store and a raffle that are enough for all, and one each that runs out. */
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

/** The changes of each member, by way. For a purchase, tickets and an award, a few are impossible. */
function prepareChanges(members: number, things: Thing[]): Change[][] {
	const { stars } = service.ids.currencies;
	const payees = Array.from({ length: members }, (_, index) => {
		const { id } = service.control.joinMember(`buyer${index}`);
		realm().ledger.move({ currencyId: stars, from: issuer, to: id, amount: OWNED_BEFORE, memo: 'Before' });
		return id;
	});
	const change = (index: number, thing: string, pieces: number, each: number, memo: string): Change => {
		const count = index % 40 !== 17 ? pieces : each < 0 ? 1e6 : -1e6;
		const payee = index % 40 === 27 ? newId() : payees[index]!;
		const fate = [17, 27].includes(index % 40) ? 'refused' : 'made';
		return { fate, payee, holder: payee, thing, count, amount: count * each, memo };
	};
	return [
		payees.map((_payee, index) => {
			const { itemId } = things[index % things.length]!;
			return change(index, itemId, 1 + (index % 3), -PRICE, itemId);
		}),
		payees.map((_payee, index) => {
			const { raffleId } = things[index % things.length]!;
			return change(index, raffleId, 1 + (index % 3), -TICKET_PRICE, `Tickets of ${raffleId}`);
		}),
		payees.map((_payee, index) => change(index, stars, 1 + (index % 20), 1, AWARD)),
	];
}

/** Compares the remaining stock of each thing with its purchases. */
function countProblems(things: Thing[], made: readonly Change[]): string[] {
	const bought = (thing: string) =>
		made.filter((change) => change.thing === thing).reduce((sum, { count = 0 }) => sum + count, 0);
	return things.flatMap(({ itemId, raffleId, stock }) => {
		const left = find(realm().storeItems, itemId, 'item').stock ?? NaN;
		const { entries } = find(realm().raffles, raffleId, 'raffle');
		const tickets = entries.reduce((sum, one) => sum + one.tickets, 0);
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

const soldSoFar = () => service.balance(store, service.ids.currencies.stars);

it('purchases, tickets and awards at once, with all faults: nothing is made twice, every reported outcome is true, and nothing is oversold', async () => {
	const members = Math.ceil(COUNT / ways.length);
	// Each member wants two pieces on average.
	const things = prepareThings(2 * members);
	const changes = prepareChanges(members, things);
	const soldBefore = soldSoFar();
	const mixed = ways.map((way, index) => [way, changes[index]!] as const);
	const { items, errors, made, results } = await expectTruth(
		service,
		planOf(SEED, weighed(evenly)),
		mixed,
		2,
	);
	keepResults(results.map((result) => ({ ...result, operation: `${result.operation}, mixed` })));
	expect(countProblems(things, made)).toEqual([]);
	const paid = made.filter(({ memo }) => memo !== AWARD).reduce((sum, { amount }) => sum - amount, 0);
	expect(soldSoFar() - soldBefore).toBe(paid);

	const [, scarce] = things;
	expect(find(realm().storeItems, scarce!.itemId, 'item').stock).toBeLessThan(3);
	expect(results.every((result) => result.made > members / 4)).toBe(true);
	const hits = service.requests.filter(({ fault }) => fault !== null).length;
	expect(hits).toBeGreaterThan((RATE - 0.1) * service.requests.length);
	expect(items.length + errors.length).toBe(changes.flat().length);
	for (const outcome of ['notApplied', 'unknown']) {
		expect(errors.filter((item) => outcomeOfItem(item) === outcome).length).toBeGreaterThan(COUNT / 100);
	}
}, 600_000);
