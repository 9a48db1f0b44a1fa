import type { Schemas } from '../../base/state';

/** An application that may ask members for consent. */
export interface ConsentApp extends Omit<Schemas['ConsentApp'], 'developer'> {
	/** Identifies the app everywhere but in the consent flow. */
	appId: string;
	clientId: string;
	/** The realm that created it. */
	realmId: string;
	developer: string;
	redirectUri: string;
	/** Whether the redirect returns the `state` of the link, as OAuth 2.0 requires. */
	returnsState: boolean;
	/** Whether the query of a redirect URI must also equal that of the registered one. */
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
