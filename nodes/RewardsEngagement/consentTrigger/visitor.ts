import type { IWebhookFunctions } from 'n8n-workflow';

import type { SignedState } from '../shared/signedState';

/** Who came to the trigger, as far as it can be told. */
export interface Visitor {
	/**
	 * The network address, as n8n gives it: behind proxies that of the visitor only where n8n was told of them
	 * (`N8N_PROXY_HOPS`), else that of the last proxy. Never a header of the request's own, which anybody can write.
	 */
	address: string;
	/** The verified state. */
	state?: Pick<SignedState, 'nonce' | 'expiresAt'>;
}

/** The network address of whoever made the request. */
export function addressOfClient(context: IWebhookFunctions): string {
	const { ip, socket } = context.getRequestObject();
	return ip ?? socket.remoteAddress ?? '';
}
