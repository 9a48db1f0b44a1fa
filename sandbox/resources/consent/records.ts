import type { Schemas } from '../../base/state';

/** An application that may ask members for consent. */
export interface ConsentApp extends Omit<Schemas['ConsentApp'], 'developer'> {
	/** What names it everywhere but in the consent flow. */
	appId: string;
	clientId: string;
	/** The realm that it was made in. */
	realmId: string;
	developer: string;
	redirectUri: string;
	/** Whether the redirect carries back the `state` that the link had, as OAuth 2.0 asks. */
	returnsState: boolean;
	/** Whether the query of a redirect URI must be the registered one too. */
	comparesQuery: boolean;
}

export interface ConsentCode {
	code: string;
	clientId: string;
	redirectUri: string;
	memberId: string;
	/** Milliseconds since 1970. */
	expiresAt: number;
	used: boolean;
}

declare module '../../base/state' {
	interface State {
		apps: Map<string, ConsentApp>;
		codes: Map<string, ConsentCode>;
	}
}
