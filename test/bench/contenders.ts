import { byId } from '../harness/workflows/byId';
import type { RunTask } from './host/contract';

type Node = RunTask['node'];

/** A node with the settings that a user would choose for a job. */
export interface Contender {
	name: string;
	node: Node;
}

const OURS = { type: 'n8n-nodes-rewards-engagement.rewardsEngagement', typeVersion: 1 };

/** The newest version that the installed n8n has, with the credential of our package. */
const HTTP_REQUEST = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.5 };
const SAME_CREDENTIAL = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'rewardsEngagementApi',
};

/** Our node. `settings` are those of the node itself, such as `onError`. */
export function ours(name: string, parameters: Node['parameters'], settings: Partial<Node> = {}): Contender {
	return { name, node: { ...OURS, parameters, ...settings } };
}

/** n8n's HTTP Request node. */
export function httpRequest(
	name: string,
	parameters: Node['parameters'],
	settings: Partial<Node> = {},
): Contender {
	const shared = { ...SAME_CREDENTIAL, options: {} };
	return { name, node: { ...HTTP_REQUEST, parameters: { ...shared, ...parameters }, ...settings } };
}

/** The parameters of our node for each job. */
export const ourParameters = {
	getNft: (contractAddress: string): Node['parameters'] => ({
		resource: 'nft',
		operation: 'get',
		contractAddress,
		tokenId: '={{ $json.tokenId }}',
	}),
	transfer: (sender: string, recipient: string): Node['parameters'] => ({
		resource: 'member',
		operation: 'transferBalance',
		serviceId: byId(sender),
		recipientId: byId(recipient),
		amount: '={{ $json.amount }}',
	}),
	award: (member: string): Node['parameters'] => ({
		resource: 'member',
		operation: 'updateBalance',
		serviceId: byId(member),
		amount: '={{ $json.amount }}',
	}),
	awardInBulk: (member: string): Node['parameters'] => ({
		resource: 'member',
		operation: 'updateBalances',
		serviceId: byId(member),
		amount: '={{ $json.amount }}',
	}),
	analytics: (currencyId: string): Node['parameters'] => ({
		resource: 'currency',
		operation: 'getAnalytics',
		currencyId: byId(currencyId),
	}),
};

/** The same jobs for the HTTP Request node. */
export const httpParameters = {
	getNft: (baseUrl: string, contractAddress: string): Node['parameters'] => ({
		method: 'GET',
		url: `=${baseUrl}/api/v1/web3-data/collections/${contractAddress}/nfts/{{ $json.tokenId }}`,
	}),
	transfer: (baseUrl: string, realmId: string, sender: string, recipient: string): Node['parameters'] => ({
		method: 'PATCH',
		url: `${baseUrl}/api/v1/realms/${realmId}/members/${sender}/transfer`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ { recipientId: '${recipient}', amount: $json.amount } }}`,
	}),
	award: (baseUrl: string, realmId: string, member: string): Node['parameters'] => ({
		method: 'PATCH',
		url: `${baseUrl}/api/v1/realms/${realmId}/members/${member}/balance`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { amount: $json.amount } }}',
	}),
	analytics: (baseUrl: string, realmId: string, currencyId: string): Node['parameters'] => ({
		method: 'GET',
		url: `${baseUrl}/api/v1/realms/${realmId}/currencies/${currencyId}/analytics`,
	}),
};

/** The HTTP Request node's own way to keep a limit: so many items, then a pause. */
export function inBatches(
	parameters: Node['parameters'],
	batchSize: number,
	batchInterval: number,
): Node['parameters'] {
	return { ...parameters, options: { batching: { batch: { batchSize, batchInterval } } } };
}
