import type { Schemas, With } from '../../base/state';

type Known = 'realmMemberId' | 'username' | 'displayName' | 'email' | 'metadata';

export type Credential = With<
	Required<Schemas['Member']>['credentials'][number],
	'format' | 'publicIdentifier'
>;

/** A member. The balances are in the ledger. */
export type Member = Omit<With<Schemas['Member'], Known>, 'balances' | 'credentials'> & {
	credentials: Credential[];
};

declare module '../../base/state' {
	interface Realm {
		members: Map<string, Member>;
	}
}

/** A member in the form of the events. */
export const reference = ({ id, username }: Member) => ({ id, username });
