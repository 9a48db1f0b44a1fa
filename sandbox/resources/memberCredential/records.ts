import { badRequest, notFound } from '../../base/errors';
import type { Realm, Schemas, State } from '../../base/state';
import { goesBy } from '../member/identifiers';

/** An identity that holds points before its owner joins. What it holds stands in the ledger, under its id. */
export interface MemberCredential {
	id: string;
	format: 'oauth' | 'wallet' | 'email';
	/** As people read it; of a wallet and an e-mail identity it is the identity itself. */
	publicIdentifier: string;
	oauthProvider?: string;
	oauthAccountId?: string;
	chain?: string;
	/** An account that holds the same identity verifies it, once it is linked. */
	isVerified: boolean;
	/** The account that it is linked to. */
	accountId?: string;
	metadata: Record<string, unknown> | null;
	createdAt: string;
}

declare module '../../base/state' {
	interface Realm {
		credentials: Map<string, MemberCredential>;
	}
}

/** How a request names a credential. */
export interface Identity {
	type: Schemas['CredentialType'];
	value: string;
	/** The provider of the type `custom`. */
	source?: string;
}

const same = (one: string | undefined, other: string) => one?.toLowerCase() === other.trim().toLowerCase();

/** Whether a credential is the one that is named, case ignored. @throws {ServiceError} 400 for `custom` without source */
export function isNamed(credential: MemberCredential, { type, value, source }: Identity): boolean {
	const { format, publicIdentifier, oauthProvider, oauthAccountId } = credential;
	const isAt = (provider: string) => same(oauthProvider, provider) && same(oauthAccountId, value);
	switch (type) {
		case 'twitter-id':
			return isAt('twitter');
		case 'discord-id':
			return isAt('discord');
		case 'custom':
			if (!source) throw badRequest('query: source is required with the type custom');
			return isAt(source);
		default:
			return format === type && same(publicIdentifier, value);
	}
}

/** @throws {ServiceError} 404 when there is no unverified credential of that name */
export function findCredential(realm: Realm, identity: Identity): MemberCredential {
	const found = [...realm.credentials.values()].find(
		(credential) => !credential.isVerified && isNamed(credential, identity),
	);
	if (found) return found;
	if (identity.type === 'custom' && !identity.source) {
		throw badRequest('query: source is required with the type custom');
	}
	throw notFound('There is no such credential.');
}

/** The type of an identity that accounts can hold too. */
function verifiableType({
	format,
	oauthProvider,
}: MemberCredential): Schemas['MemberSearchType'] | undefined {
	if (format !== 'oauth') return format;
	return oauthProvider === 'twitter' || oauthProvider === 'discord' ? `${oauthProvider}-id` : undefined;
}

/** Whether an account holds the identity of a credential itself. */
export function isHeldBy(state: State, accountId: string, credential: MemberCredential): boolean {
	const type = verifiableType(credential);
	const value = credential.oauthAccountId ?? credential.publicIdentifier;
	return [...state.realms.values()].some(({ members }) => {
		const member = members.get(accountId);
		return member !== undefined && type !== undefined && goesBy(member, type, [value]);
	});
}
