import { randomUUID } from 'node:crypto';

import type { CredentialReference, WorkflowInput } from '../n8n/client';
import { byId } from './byId';
import { placeInRow, type NewNode } from './place';

export const PAY = 'Pay';

const to = (node: string) => ({ node, type: 'main', index: 0 });

/**
 * A webhook receives a list of payouts, and each is paid once per key. Payouts with an unknown outcome leave through
 * the error output.
 */
export function payoutWorkflow(
	path: string,
	senderId: string,
	credential: CredentialReference,
): WorkflowInput {
	const chain: NewNode[] = [
		{
			name: 'Payouts',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
			webhookId: randomUUID(),
		},
		{
			name: 'Each Payout',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.payouts', options: {} },
		},
		{
			name: PAY,
			type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
			typeVersion: 1,
			credentials: { rewardsEngagementApi: credential },
			onError: 'continueErrorOutput',
			parameters: {
				resource: 'member',
				operation: 'transferBalance',
				serviceId: byId(senderId),
				recipientId: byId('={{ $json.recipientId }}'),
				currencyId: byId(''),
				amount: '={{ $json.amount }}',
				repeatProtection: 'key',
				idempotencyKey: '={{ $json.payoutId }}',
				options: { timeoutSeconds: 5, retries: 20 },
			},
		},
	];
	const links = chain.slice(1).map(({ name }, index) => [chain[index]?.name ?? '', { main: [[to(name)]] }]);
	return {
		name: 'Pay out',
		nodes: placeInRow(chain),
		connections: Object.fromEntries(links) as Record<string, unknown>,
		settings: {},
	};
}
