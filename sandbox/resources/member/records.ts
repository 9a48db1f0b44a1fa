import type { Schemas, With } from '../../base/state';

type Known = 'realmMemberId' | 'username' | 'displayName' | 'email' | 'metadata';

export type Credential = With<
	Required<Schemas['Member']>['credentials'][number],
	'format' | 'publicIdentifier'
>;

/** A member; what they own stands in the ledger. */
export type Member = Omit<With<Schemas['Member'], Known>, 'balances' | 'credentials'> & {
	credentials: Credential[];
};

declare module '../../base/state' {
	interface Realm {
		members: Map<string, Member>;
	}
}

/** A member as events name them. */
export const reference = ({ id, username }: Member) => ({ id, username });
