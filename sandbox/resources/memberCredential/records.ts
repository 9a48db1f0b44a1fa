import { badRequest, notFound } from '../../base/errors';
import type { Realm, Schemas, State } from '../../base/state';
import { goesBy } from '../member/identifiers';

/** An identity that holds points before its owner joins. Its balance is in the ledger, under its id. */
export interface MemberCredential {
	id: string;
	format: 'oauth' | 'wallet' | 'email';
	/** The readable form. For a wallet and an email address it is the identity itself. */
	publicIdentifier: string;
	oauthProvider?: string;
	oauthAccountId?: string;
	chain?: string;
	/** True when it is linked to an account with the same identity, which verifies it. */
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

/** The part of a request that identifies a credential. */
export interface Identity {
	type: Schemas['CredentialType'];
	value: string;
	/** The provider, for the type `custom`. */
	source?: string;
}

const same = (one: string | undefined, other: string) => one?.toLowerCase() === other.trim().toLowerCase();

/** Whether the identity names this credential, ignoring case. @throws {ServiceError} 400 for `custom` without source */
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

/** @throws {ServiceError} 404 when no unverified credential has this identity */
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

/** The type of an identity, when accounts can have it too. */
function verifiableType({
	format,
	oauthProvider,
}: MemberCredential): Schemas['MemberSearchType'] | undefined {
	if (format !== 'oauth') return format;
	return oauthProvider === 'twitter' || oauthProvider === 'discord' ? `${oauthProvider}-id` : undefined;
}

/** Whether an account has the identity of a credential. */
export function isHeldBy(state: State, accountId: string, credential: MemberCredential): boolean {
	const type = verifiableType(credential);
	const value = credential.oauthAccountId ?? credential.publicIdentifier;
	return [...state.realms.values()].some(({ members }) => {
		const member = members.get(accountId);
		return member !== undefined && type !== undefined && goesBy(member, type, [value]);
	});
}
