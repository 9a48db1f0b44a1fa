import { sumOf } from '../base/decimal';
import type { Delivery } from '../base/deliveries';
import { issuer } from '../base/ledger';
import type { Realm } from '../base/state';
import type { Sandbox } from '../world/sandbox';

/** Lines of the log that are shown, the newest first. */
const MAX_LINES = 100;

/** What a person needs to see of the realm to play with it: names, and what changes when something happens. */
export function overviewOf(sandbox: Sandbox, realm: Realm) {
	const { ledger } = realm;
	const nameOf = new Map([...realm.currencies.values()].map(({ id, name }) => [id, name]));
	const currencies = [...realm.currencies.values()];
	/** What the accounts of these holders have of each currency, together. */
	const balancesOf = (isOne: (holder: string) => boolean) =>
		currencies.map(({ id }) =>
			sumOf(
				ledger
					.accounts()
					.filter(({ currencyId, holder }) => currencyId === id && isOne(holder))
					.map(({ balance }) => balance),
			).toNumber(),
		);
	const isMember = (holder: string) => realm.members.has(holder);
	return {
		realm: { id: realm.id, name: realm.name },
		currencies: currencies.map(({ id, name }) => ({ id, name })),
		members: [...realm.members.values()].map(({ id, username, displayName }) => ({
			id,
			name: displayName ?? username,
			balances: currencies.map((currency) => ledger.balance(currency.id, id)),
		})),
		/** The accounts that are no member's, and all accounts together. */
		otherAccounts: [
			{ name: 'Realm account', balances: balancesOf((holder) => holder === issuer) },
			{
				name: 'Other accounts',
				balances: balancesOf((holder) => holder !== issuer && !isMember(holder)),
			},
			{ name: 'All accounts', balances: balancesOf(() => true) },
		],
		quests: [...realm.quests.values()].map(({ id, name }) => ({ id, name })),
		storeItems: [...realm.storeItems.values()].map(({ id, item, price, stock, currencyId }) => ({
			id,
			name: item.name,
			price,
			stock,
			currency: nameOf.get(currencyId) ?? currencyId,
		})),
		raffles: [...realm.raffles.values()].map((raffle) => ({
			id: raffle.id,
			name: raffle.item.name,
			price: raffle.ticketPrice,
			currency: nameOf.get(raffle.currencyId) ?? raffle.currencyId,
			tickets: sumOf(raffle.entries.map(({ tickets }) => tickets)).toNumber(),
			winners: raffle.winners?.map((id) => realm.members.get(id)?.username ?? id) ?? null,
		})),
		webhooks: [...realm.webhooks.values()].map(({ url, events, active }) => ({ url, events, active })),
		log: logOf(sandbox),
		faults: sandbox.faults.list().length,
		ledgerSum: ledger.sum(),
	};
}

interface Line {
	at: string;
	kind: 'request' | 'delivery';
	what: string;
	/** In words, or nothing while nobody knows. */
	verdict: string | null;
	isGood: boolean;
	/** Of a delivery, to send it once more. */
	deliveryId?: string;
}

/** Requests and attempts of deliveries, as they came. */
function logOf({ requests, deliveries }: Sandbox): Line[] {
	const asked = requests.slice(-MAX_LINES).map(({ at, method, path, status, acted, fault }): Line => {
		const words = [status ?? 'no response', acted ? 'applied' : 'not applied', fault && `fault: ${fault}`];
		const isGood = status !== null && status < 400;
		return {
			at,
			kind: 'request',
			what: `${method} ${path}`,
			verdict: words.filter(Boolean).join(', '),
			isGood,
		};
	});
	const sent = deliveries.all.slice(-MAX_LINES).flatMap(attemptsOf);
	return [...asked, ...sent].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MAX_LINES);
}

function attemptsOf({ id, type, url, signature, attempts }: Delivery): Line[] {
	// The document takes any text for an address.
	const host = URL.canParse(url) ? new URL(url).host : url;
	const what = `${type} to ${host}, ${signature === null ? 'unsigned' : 'signed'}`;
	return attempts.map(({ at, status, error }) => ({
		at,
		kind: 'delivery',
		what,
		verdict: VERDICTS[String(status)] ?? (status === null ? `no response: ${error}` : `${status}`),
		isGood: status === 200,
		deliveryId: id,
	}));
}

/** What the answer of a receiver says of a delivery. */
const VERDICTS: Readonly<Record<string, string>> = {
	'200': '200, accepted',
	'400': '400, not a valid event',
	'401': '401, signature rejected',
	'404': '404, no active webhook',
	'503': '503, asked to retry',
};
