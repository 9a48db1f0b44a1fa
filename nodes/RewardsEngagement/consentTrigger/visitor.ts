import type { IWebhookFunctions } from 'n8n-workflow';

import type { SignedState } from '../shared/signedState';

/** What is known about a visitor of the trigger. */
export interface Visitor {
	/**
	 * The network address as n8n gives it. Behind proxies it is the visitor's only if `N8N_PROXY_HOPS` is set,
	 * otherwise the last proxy's. We never read it from a header, because anyone can write one.
	 */
	address: string;
	/** The verified state. */
	state?: Pick<SignedState, 'nonce' | 'expiresAt'>;
}

/** The network address that the request came from. */
export function addressOfClient(context: IWebhookFunctions): string {
	const { ip, socket } = context.getRequestObject();
	return ip ?? socket.remoteAddress ?? '';
}
