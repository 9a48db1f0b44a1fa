import { conflict, notFound } from '../../base/errors';
import { atomicallyIn, credentialHolder } from '../../base/ledger';
import type { Realm, State } from '../../base/state';
import { isHeldBy, type MemberCredential } from './records';

/**
 * Links a credential to an account, which receives the credential's points. This cannot be undone.
 *
 * @throws {ServiceError} 404 for an unknown account, 409 when the credential is already linked
 */
export function linkCredential(state: State, credential: MemberCredential, accountId: string): void {
	const realms = [...state.realms.values()];
	if (!realms.some(({ members }) => members.has(accountId))) throw notFound('There is no such account.');
	if (credential.accountId !== undefined) throw conflict('The credential is linked already.');
	// Includes the ledgers of shared currencies, which other realms keep.
	const ledgers = realms.map(({ ledger }) => ledger);
	atomicallyIn(ledgers, () => {
		for (const ledger of ledgers) moveAll(ledger, credentialHolder(credential.id), accountId);
	});
	credential.accountId = accountId;
	credential.isVerified = isHeldBy(state, accountId, credential);
}

function moveAll(ledger: Realm['ledger'], from: string, to: string): void {
	for (const { currencyId, holder, balance } of ledger.accounts()) {
		if (holder !== from || balance === 0) continue;
		ledger.move({ currencyId, from, to, amount: balance, memo: 'Credential linked' });
	}
}
