import { sumOf } from '../base/decimal';
import type { Delivery } from '../base/deliveries';
import { issuer } from '../base/ledger';
import type { Realm } from '../base/state';
import type { Sandbox } from '../world/sandbox';

/** Visible lines of the log, the newest first. */
const MAX_LINES = 100;

/** The parts of the realm that a person needs to play with it: names, and values that change. */
export function overviewOf(sandbox: Sandbox, realm: Realm) {
	const { ledger } = realm;
	const nameOf = new Map([...realm.currencies.values()].map(({ id, name }) => [id, name]));
	const currencies = [...realm.currencies.values()];
	/** The sum of these holders' accounts for each currency. */
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
		/** The accounts of holders other than members, and the sum of all accounts. */
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
	/** The result as a text, or null while it is unknown. */
	verdict: string | null;
	isGood: boolean;
	/** The delivery that a person can send again. */
	deliveryId?: string;
}

/** Requests and attempts of deliveries, in order of time. */
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
	// The API document allows any text as a URL.
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

/** The meaning of a receiver's response for a delivery. */
const VERDICTS: Readonly<Record<string, string>> = {
	'200': '200, accepted',
	'400': '400, not a valid event',
	'401': '401, signature rejected',
	'404': '404, no active webhook',
	'503': '503, asked to retry',
};
