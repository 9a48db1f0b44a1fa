import { daysAgo, isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import { credentialHolder, issuer } from '../../base/ledger';
import { byId, type Realm } from '../../base/state';
import { ids as currencyIds } from '../currency/seed';
import type { MemberCredential } from './records';

export const ids = {
	/** The identity of each for requests. */
	memberCredentials: {
		/** Holds 40 Stars. */
		guest: { type: 'email', value: 'guest@members.example' },
		/** Holds 15 Stars. */
		customer: { type: 'custom', value: 'customer-17', source: 'shop' },
		/** Holds nothing. */
		wallet: { type: 'wallet', value: '0x00000000000000000000000000000000000000aa' },
	},
} as const;

function seedCredentials(): MemberCredential[] {
	const { guest, customer, wallet } = ids.memberCredentials;
	const common = { isVerified: false, metadata: null, createdAt: isoDaysAgo(12) };
	return [
		{ ...common, id: seedId('credential', 1), format: 'email', publicIdentifier: guest.value },
		{
			...common,
			id: seedId('credential', 2),
			format: 'oauth',
			publicIdentifier: 'Customer 17',
			oauthProvider: customer.source,
			oauthAccountId: customer.value,
		},
		{
			...common,
			id: seedId('credential', 3),
			format: 'wallet',
			publicIdentifier: wallet.value,
			chain: 'ethereum',
		},
	];
}

export function seedRealm({ id, ledger }: Realm): Partial<Realm> {
	if (id !== realmIds.realm) return { credentials: new Map() };
	const { stars } = currencyIds.currencies;
	for (const [number, amount] of [
		[1, 40],
		[2, 15],
	] as const) {
		const to = credentialHolder(seedId('credential', number));
		ledger.move({ currencyId: stars, from: issuer, to, amount, memo: 'Shop order', at: daysAgo(12) });
	}
	return { credentials: byId(seedCredentials()) };
}
