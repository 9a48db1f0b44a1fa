import { noContent, ok, type Routes } from '../../base/call';
import { now } from '../../base/dates';
import { checkExact } from '../../base/decimal';
import { badRequest, conflict, refusal, ServiceError } from '../../base/errors';
import { newId } from '../../base/ids';
import { credentialHolder } from '../../base/ledger';
import type { Realm, State } from '../../base/state';
import type { World } from '../../base/world';
import { balancesOf, changeBalance, movable, type Change } from '../currency/movable';
import { tellAward } from '../member/balance';
import { linkCredential } from './link';
import { findCredential, type Identity, type MemberCredential } from './records';

/** The holder of a credential's points: its account after linking, and before that the credential. */
const holderOf = ({ id, accountId }: MemberCredential) => accountId ?? credentialHolder(id);

/**
 * Creates a credential, and links it at once if the request names an account.
 *
 * @throws {ServiceError} 409 when it exists in the realm, 404 for an unknown account
 */
function createCredential(
	{ state }: World,
	realm: Realm,
	credential: Omit<MemberCredential, 'id' | 'isVerified' | 'createdAt'>,
	isSame: (other: MemberCredential) => boolean,
): MemberCredential {
	if ([...realm.credentials.values()].some((other) => !other.isVerified && isSame(other))) {
		throw conflict('The credential exists already.');
	}
	const { accountId, ...own } = credential;
	const made: MemberCredential = { ...own, id: newId(), isVerified: false, createdAt: now() };
	if (accountId !== undefined) linkCredential(state, made, accountId);
	realm.credentials.set(made.id, made);
	return made;
}

/** The guides' error code for a low balance. */
function asGuided(error: unknown): unknown {
	const isLow = error instanceof ServiceError && error.message === 'Insufficient balance';
	return isLow ? refusal('INSUFFICIENT_BALANCE', 'The credential does not hold that much.') : error;
}

/**
 * @throws {ServiceError} 404 for an unknown credential or currency, 400 for zero or a low balance, 422 when archived
 */
function change(
	world: World,
	realm: Realm,
	identity: Identity,
	{ amount, realmPointId, initiatorId }: { amount: number; realmPointId?: string; initiatorId?: string },
) {
	const credential = findCredential(realm, identity);
	const asked: Change = { holder: holderOf(credential), amount, currencyId: realmPointId, initiatorId };
	try {
		const changed = changeBalance(world.state, realm, asked);
		const member = realm.members.get(asked.holder);
		if (member) tellAward(world, realm, { member, amount, ...changed });
		return { credential, ...changed };
	} catch (error) {
		throw asGuided(error);
	}
}

/** Whether a credential itself has no balance, including shared currencies. */
const isEmpty = ({ realms }: State, { id }: MemberCredential) =>
	[...realms.values()].every(({ ledger }) =>
		ledger.accounts().every(({ holder, balance }) => holder !== credentialHolder(id) || balance === 0),
	);

export const routes: Routes<'memberCredential'> = {
	createSocial: ({ world, realm, body }) => {
		const { provider, providerId, username = providerId, accountId, metadata = null } = body;
		const { id, format, publicIdentifier, oauthProvider, oauthAccountId, isVerified, ...made } =
			createCredential(
				world,
				realm,
				{
					format: 'oauth',
					publicIdentifier: username,
					oauthProvider: provider,
					oauthAccountId: providerId,
					accountId,
					metadata,
				},
				(other) => other.oauthProvider === provider && other.oauthAccountId === providerId,
			);
		const { accountId: linkedTo, createdAt } = made;
		return ok({
			id,
			format,
			publicIdentifier,
			oauthProvider,
			oauthAccountId,
			isVerified,
			accountId: linkedTo,
			createdAt,
		});
	},

	createWallet: ({ world, realm, body: { address, chain, accountId, metadata = null } }) => {
		const credential: Parameters<typeof createCredential>[2] = {
			format: 'wallet',
			publicIdentifier: address,
			chain,
			accountId,
			metadata,
		};
		const isSame = ({ format, publicIdentifier }: MemberCredential) =>
			format === 'wallet' && publicIdentifier.toLowerCase() === address.toLowerCase();
		const { metadata: _own, ...made } = createCredential(world, realm, credential, isSame);
		return ok({ ...made, address });
	},

	find: ({ world: { state }, realm, query }) => {
		const credential = findCredential(realm, query);
		const { id, format, publicIdentifier, metadata } = credential;
		const balances = balancesOf(state, realm, credentialHolder(id)).filter(({ balance }) => balance !== 0);
		return ok({ id, format, publicIdentifier, balances, metadata });
	},

	link: ({ world: { state }, realm, query: { accountId, ...identity } }) => {
		linkCredential(state, findCredential(realm, identity), accountId);
		return noContent;
	},

	delete: ({ world: { state }, realm, query }) => {
		const credential = findCredential(realm, query);
		if (!isEmpty(state, credential)) {
			throw refusal('CANNOT_DELETE_WITH_BALANCES', 'The credential holds balances.');
		}
		realm.credentials.delete(credential.id);
		return noContent;
	},

	updateMetadata: ({ realm, query, body: { metadata } }) => {
		const credential = findCredential(realm, query);
		credential.metadata = { ...credential.metadata, ...metadata };
		return noContent;
	},

	updateBalance: ({ world, realm, query, body }) => {
		const { credential, after, currency } = change(world, realm, query, body);
		return ok({
			credentialId: credential.id,
			identifier: credential.publicIdentifier,
			balance: after,
			realmPointId: currency.id,
			linked: credential.accountId !== undefined,
		});
	},

	/** Applies each entry separately. */
	updateBalances: ({ world, realm, body: { updates, initiatorId } }) => {
		const results: unknown[] = [];
		const errors: unknown[] = [];
		for (const { type, value, source, ...entry } of updates) {
			try {
				const { credential, after, currency } = change(
					world,
					realm,
					{ type, value, source },
					{ ...entry, initiatorId },
				);
				results.push({
					type,
					value,
					credentialId: credential.id,
					balance: after,
					realmPointId: currency.id,
				});
			} catch (error) {
				if (!(error instanceof ServiceError)) throw error;
				errors.push({ type, value, error: error.message });
			}
		}
		return ok({ success: errors.length === 0, results, errors });
	},

	transferBalance: ({ world: { state }, realm, query, body: { amount, realmPointId } }) => {
		const { fromType, fromValue, fromSource, toType, toValue, toSource } = query;
		const from = findCredential(realm, { type: fromType, value: fromValue, source: fromSource });
		const to = findCredential(realm, { type: toType, value: toValue, source: toSource });
		if (holderOf(from) === holderOf(to)) throw badRequest('A credential cannot transfer to itself.');
		checkExact(amount);
		const { currency, ledger } = movable(state, realm, realmPointId, 'spend', amount, holderOf(from));
		try {
			ledger.move({
				currencyId: currency.id,
				from: holderOf(from),
				to: holderOf(to),
				amount,
				memo: 'Transfer',
			});
		} catch (error) {
			throw asGuided(error);
		}
		return ok({ fromCredentialId: from.id, toCredentialId: to.id, amount, realmPointId: currency.id });
	},
};
