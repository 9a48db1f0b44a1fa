import { borrows, get, patch, post, remove, type AnyRow, type Names, type Paging } from './row';

// Written by hand from the API contract, and from nothing else. It is a witness that is independent of the node and
// the API document. "Extended" is the part of the contract about the later operations.

const R = '/api/v1/realms/{realmId}';
/** Some paths in the first part have "realm" in the singular. */
const SINGULAR = '/api/v1/realm/{realmId}';
const QUEST = `${R}/quests/{questId}`;
const T = `${QUEST}/tasks/{taskId}`;
const CURRENCY = `${R}/currencies/{currencyId}`;
const ACTIVATION = `${R}/web3/activations/{activationId}`;
const SOURCE = `${R}/web3/activations/{sourceActivationId}`;
const MEMBER = `${R}/members/{serviceId}`;
const WEB3_MEMBER = `${R}/web3/members/{serviceId}`;
const COLLECTION = '/api/v1/web3-data/collections/{contractAddress}';
const WALLET = '/api/v1/web3-data/wallets/{walletAddress}';
const APP = '/api/v1/apps/{appId}/authorized-realms';
const RAFFLE = `${R}/raffles/{raffleId}`;

const PAGE_LIMIT: Paging = { size: 'limit', place: 'page' };
const TAKE_AFTER: Paging = { size: 'take', place: 'after' };
const TAKE_FROM: Paging = { size: 'take', place: 'from' };
const LIMIT_CURSOR: Paging = { size: 'limit', place: 'cursor' };

/** Extended 2.4: a page of the contract that shows the response of a list, but no query. */
const UNSEEN = { inferredPaging: TAKE_AFTER };

/** Extended 5: every request about a credential has the identity in its query. */
const IDENTITY: Names = { type: 'string', value: 'string', source: 'string' };

/** 4.6, and by analogy extended 8.5: the fields of triggers, conditions and actions. */
const TYPE_CONFIG: Names = { type: 'string', config: 'object' };
const NAMED = 'a record of which nothing says what it is would be of no use';
const TYPED = { type: NAMED };

const QUEST_BODY: Names = { name: 'string', description: 'string', type: 'string' };
const TASK_BODY: Names = { name: 'string', type: 'string', description: 'string', config: 'object' };

/** Extended 7.2: every config requires `configType` and `settings`. */
const CONFIG = {
	body: {
		config: 'object',
		'config.configType': 'string',
		'config.settings': 'object',
		'config.pointsConfig': 'array|null',
	},
	required: ['config', 'config.configType', 'config.settings'],
} as const;

/** Extended 8.3 and 8.6: the fields of an item, in the store and in a raffle. */
const ITEM: Names = { name: 'string', description: 'string', image: 'string', metadata: 'object' };
const STORE_ITEM: Names = {
	...ITEM,
	type: 'string',
	price: 'number',
	stock: 'number',
	maxPerUser: 'number',
	currencyId: 'string',
	requiredMetadata: 'array',
};
const RAFFLE_BODY: Names = {
	...ITEM,
	ticketPrice: 'number',
	maxTickets: 'number',
	maxPerUser: 'number',
	winnerCount: 'number',
	startDate: 'string',
	endDate: 'string',
	currencyId: 'string',
	requiredMetadata: 'array',
};
const PLAUSIBLE = 'plausible as required (extended 8.3)';
const ALL_OF_IT = 'it is all that the request changes';
const COUNTED = 'how many are bought is not left to the service, as points are spent';

/** By operation of the node, one resource after another. */
export const table: Readonly<Record<string, AnyRow>> = {
	'account.find': get('/api/v1/accounts/find', 'extended 3.1', {
		query: { type: 'string', values: 'string' },
		required: ['type', 'values'],
	}),

	'member.getMany': get(`${R}/members/`, 'extended 4.1', {
		// The contract describes the first two as strings with an integer. In a query every number is a string.
		query: { page: 'integer', limit: 'integer', search: 'string', sortBy: 'string', sortOrder: 'string' },
		paging: PAGE_LIMIT,
	}),
	'member.getLeaderboard': get(`${R}/members/leaderboard`, 'extended 4.2', {
		query: { currencyId: 'string', take: 'string', after: 'string' },
		paging: TAKE_AFTER,
	}),
	'member.search': get(`${SINGULAR}/members/search`, '4.11', {
		query: { type: 'string', values: 'string', page: 'integer', limit: 'integer' },
		required: ['type', 'values'],
	}),
	'member.get': borrows('member.search', 'finds one member by the ID'),
	'member.resolve': borrows('member.search', 'finds one person by the search'),
	'member.transferBalance': patch(`${MEMBER}/transfer`, '4.2', {
		body: { amount: 'number', recipientId: 'string', currencyId: 'string' },
		required: ['amount', 'recipientId'],
	}),
	'member.updateBalance': patch(`${MEMBER}/balance`, 'extended 4.3', {
		body: { amount: 'integer', currencyId: 'string', initiatorId: 'string' },
		required: ['amount'],
	}),
	'member.updateBalances': patch(`${R}/members/transaction`, 'extended 4.4', {
		body: {
			updates: 'array',
			'updates[].serviceId': 'string',
			'updates[].amount': 'integer',
			'updates[].currencyId': 'string',
			initiatorId: 'string',
		},
		required: ['updates', 'updates[].serviceId', 'updates[].amount'],
	}),
	'member.updateMetadata': patch(`${MEMBER}/metadata`, '4.3', {
		body: { metadata: 'object' },
		always: { metadata: ALL_OF_IT },
	}),

	'memberCredential.createSocial': post(`${R}/credentials/social`, 'extended 5.1', {
		body: {
			provider: 'string',
			providerId: 'string',
			username: 'string',
			accountId: 'string',
			metadata: 'object',
		},
		required: ['provider', 'providerId'],
	}),
	'memberCredential.createWallet': post(`${R}/credentials/wallet`, 'extended 5.2', {
		body: {
			address: 'string',
			chain: 'string',
			walletProvider: 'string',
			walletName: 'string',
			accountId: 'string',
			metadata: 'object',
		},
		required: ['address', 'chain'],
	}),
	'memberCredential.find': get(`${R}/credentials/find`, 'extended 5.3', {
		query: IDENTITY,
		required: ['type', 'value'],
	}),
	'memberCredential.findOrCreate': borrows('memberCredential.find', 'creates only what it does not find'),
	'memberCredential.link': post(`${R}/credentials/link`, 'extended 5.4', {
		query: { ...IDENTITY, accountId: 'string' },
		required: ['type', 'value', 'accountId'],
	}),
	// Without the slash at the end of the reference (extended 2.5).
	'memberCredential.delete': remove(`${R}/credentials`, 'extended 5.5', {
		query: IDENTITY,
		required: ['type', 'value'],
	}),
	'memberCredential.updateMetadata': patch(`${R}/credentials/metadata`, 'extended 5.6', {
		query: IDENTITY,
		body: { metadata: 'object' },
		required: ['type', 'value', 'metadata'],
	}),
	'memberCredential.updateBalance': patch(`${R}/credentials/balance`, 'extended 5.7', {
		query: IDENTITY,
		body: { amount: 'integer', realmPointId: 'string', initiatorId: 'string' },
		required: ['type', 'value', 'amount'],
	}),
	'memberCredential.updateBalances': patch(`${R}/credentials/transaction`, 'extended 5.8', {
		body: {
			updates: 'array',
			'updates[].type': 'string',
			'updates[].value': 'string',
			'updates[].source': 'string',
			'updates[].realmPointId': 'string',
			'updates[].amount': 'integer',
			initiatorId: 'string',
		},
		required: ['updates', 'updates[].type', 'updates[].value', 'updates[].amount'],
	}),
	'memberCredential.transferBalance': patch(`${R}/credentials/transfer`, 'extended 5.9', {
		query: {
			fromType: 'string',
			fromValue: 'string',
			fromSource: 'string',
			toType: 'string',
			toValue: 'string',
			toSource: 'string',
		},
		body: { amount: 'integer', realmPointId: 'string' },
		required: ['fromType', 'fromValue', 'toType', 'toValue', 'amount'],
	}),

	'currency.getMany': get(`${R}/currencies`, 'extended 6.1', {
		query: {
			page: 'number',
			limit: 'number',
			search: 'string',
			sortBy: 'string',
			sortOrder: 'string',
			includeArchived: 'boolean',
			status: 'string',
			isDefault: 'boolean',
		},
		paging: PAGE_LIMIT,
	}),
	'currency.create': post(`${R}/currencies`, 'extended 6.2', {
		body: {
			name: 'string',
			emoji: 'string|null',
			customEmojiUrl: 'string|null',
			metadata: 'object',
			default: 'boolean',
		},
		required: ['name'],
	}),
	'currency.get': get(CURRENCY, 'extended 6.3'),
	'currency.archive': remove(CURRENCY, 'extended 6.4'),
	'currency.unarchive': post(`${CURRENCY}/unarchive`, 'extended 6.5'),
	'currency.update': patch('/api/v1/currencies/{realmId}/currencies/{currencyId}', '4.4', {
		body: { name: 'string', emoji: 'string', metadata: 'object', default: 'boolean' },
	}),
	'currency.updateInRealm': patch(CURRENCY, 'extended 6.6', {
		of: 'currency.update',
		with: { apiPath: 'newer' },
		body: {
			name: 'string',
			emoji: 'string|null',
			customEmojiUrl: 'string|null',
			metadata: 'object',
			default: 'boolean',
		},
	}),
	'currency.updateMetadata': patch(`${CURRENCY}/metadata`, 'extended 6.7', {
		body: { metadata: 'object' },
		always: { metadata: ALL_OF_IT },
	}),
	'currency.getRealmAnalytics': get(`${R}/currencies/analytics`, '4.8', { query: { period: 'string' } }),
	'currency.getAnalytics': get(`${CURRENCY}/analytics`, '4.9', {
		query: { period: 'string', includeTopHolders: 'boolean', topHoldersLimit: 'number' },
	}),

	// Extended 6.8: the lists have no pages.
	'currencyShare.getPending': get(`${R}/shares/pending`, 'extended 6.8'),
	'currencyShare.getMany': get(`${CURRENCY}/shares`, 'extended 6.8'),
	'currencyShare.create': post(`${CURRENCY}/share`, 'extended 6.8', {
		body: { childRealmId: 'string', permissions: 'array' },
		required: ['childRealmId', 'permissions'],
	}),
	'currencyShare.accept': post(`${CURRENCY}/share/accept`, 'extended 6.8'),
	'currencyShare.reject': post(`${CURRENCY}/share/reject`, 'extended 6.8'),
	'currencyShare.revoke': remove(`${CURRENCY}/shares/{childRealmId}`, 'extended 6.8'),
	'currencyShare.leave': remove(`${CURRENCY}/remove`, 'extended 6.8'),

	'quest.getMany': get(`${R}/quests`, 'extended 8.4', UNSEEN),
	'quest.get': get(QUEST, 'extended 8.4'),
	'quest.create': post(`${R}/quests`, 'extended 8.4', { body: QUEST_BODY, always: { name: NAMED } }),
	'quest.update': patch(QUEST, 'extended 8.4', { body: QUEST_BODY }),
	'quest.delete': remove(QUEST, 'extended 8.4'),
	'quest.getManyForMember': get(`${SINGULAR}/members/{memberId}/quests`, 'extended 8.4'),
	'quest.duplicate': borrows('quest.get', 'reads a quest with all that is in it, and makes it again'),

	'task.getMany': get(`${QUEST}/tasks`, 'extended 8.4', UNSEEN),
	'task.get': get(T, 'extended 8.4'),
	'task.create': post(`${QUEST}/tasks`, 'extended 8.4', { body: TASK_BODY, always: { name: NAMED } }),
	'task.update': patch(T, 'extended 8.4', { body: TASK_BODY }),
	'task.delete': remove(T, 'extended 8.4'),

	'taskTrigger.getMany': get(`${T}/triggers`, 'extended 8.5', UNSEEN),
	'taskTrigger.get': get(`${T}/triggers/{triggerId}`, 'extended 8.5'),
	'taskTrigger.create': post(`${T}/triggers`, 'extended 8.5', { body: TYPE_CONFIG, always: TYPED }),
	'taskTrigger.update': patch(`${T}/triggers/{triggerId}`, 'extended 8.5', { body: TYPE_CONFIG }),
	'taskTrigger.delete': remove(`${T}/triggers/{triggerId}`, 'extended 8.5'),

	// 4.13 leaves these out. Their paths are inferred from those of the actions and transitions.
	'taskCondition.getMany': get(`${T}/conditions`, '4.13', UNSEEN),
	'taskCondition.get': get(`${T}/conditions/{conditionId}`, '4.13'),
	'taskCondition.create': post(`${T}/conditions`, '4.13', { body: TYPE_CONFIG, always: TYPED }),
	'taskCondition.update': patch(`${T}/conditions/{conditionId}`, '4.13', { body: TYPE_CONFIG }),
	'taskCondition.delete': remove(`${T}/conditions/{conditionId}`, '4.13'),
	// Their pages show no body, so the user may send any.
	'taskCondition.createPreData': post(`${T}/conditions/{conditionId}/pre-data`, '4.13', { body: 'any' }),
	'taskCondition.searchPreData': post(`${T}/conditions/{conditionId}/pre-data/search`, '4.13', {
		body: 'any',
	}),

	'taskAction.getMany': get(`${T}/actions`, 'extended 8.5', UNSEEN),
	'taskAction.get': get(`${T}/actions/{actionId}`, 'extended 8.5'),
	'taskAction.create': post(`${T}/actions`, 'extended 8.5', { body: TYPE_CONFIG, always: TYPED }),
	'taskAction.update': patch(`${T}/actions/{actionId}`, '4.6', { body: TYPE_CONFIG }),
	'taskAction.delete': remove(`${T}/actions/{actionId}`, 'extended 8.5'),

	'taskTransition.getMany': get(`${T}/transitions`, 'extended 8.5', UNSEEN),
	'taskTransition.get': get(`${T}/transitions/{transitionId}`, 'extended 8.5'),
	'taskTransition.create': post(`${T}/transitions`, 'extended 8.5', {
		body: { toTaskId: 'string|null', condition: 'any' },
	}),
	'taskTransition.update': patch(`${T}/transitions/{transitionId}`, 'extended 8.5', {
		body: { toTaskId: 'string|null', condition: 'any' },
	}),
	'taskTransition.delete': remove(`${T}/transitions/{transitionId}`, 'extended 8.5'),

	'raffle.getMany': get(`${R}/raffles`, 'extended 8.3', UNSEEN),
	'raffle.get': get(RAFFLE, 'extended 8.3'),
	'raffle.create': post(`${R}/raffles`, 'extended 8.3', {
		body: { ...RAFFLE_BODY, type: 'string' },
		always: { name: PLAUSIBLE, type: PLAUSIBLE, ticketPrice: PLAUSIBLE, endDate: PLAUSIBLE },
	}),
	'raffle.update': patch(RAFFLE, 'extended 8.3', { body: RAFFLE_BODY }),
	'raffle.buyTickets': post(`${RAFFLE}/tickets`, 'extended 8.3', {
		body: { tickets: 'number', metadata: 'object', accountId: 'string' },
		always: { tickets: COUNTED },
	}),
	'raffle.draw': post(`${RAFFLE}/draw`, 'extended 8.3'),
	'raffle.getEntries': get(`${RAFFLE}/entries`, 'extended 8.3', UNSEEN),
	'raffle.getActiveEntries': get(`${RAFFLE}/entries/active`, 'extended 8.3', UNSEEN),

	'storeItem.getMany': get(`${R}/store`, 'extended 8.6', UNSEEN),
	'storeItem.get': get(`${R}/store/{itemId}`, 'extended 8.6'),
	'storeItem.getAffordable': borrows(
		'storeItem.getMany',
		'compares the prices with the balances of a member',
	),
	'storeItem.create': post(`${R}/store`, 'extended 8.6', {
		body: STORE_ITEM,
		always: { name: NAMED, price: 'a price is not left to the service' },
	}),
	'storeItem.update': patch(`${R}/store/{itemId}`, 'extended 8.6', { body: STORE_ITEM }),
	'storeItem.purchase': post(`${R}/store/{itemId}/purchase`, 'extended 8.6', {
		body: { quantity: 'number', metadata: 'object', accountId: 'string' },
		always: { quantity: COUNTED },
	}),
	'purchase.getMany': get(`${R}/store/purchases`, 'extended 1, row 97', UNSEEN),
	'purchase.finalize': post(`${R}/store/purchases/{purchaseId}/finalize`, '4.5', {
		body: { metadata: 'object' },
		always: { metadata: 'the body of 4.5 has it, so an empty one stands for none' },
	}),

	'realm.get': get(R, '4.11'),
	'realm.checkSetup': borrows('realm.get', 'asks for several things, to say which of them the key may do'),

	'webhook.getMany': get(`${SINGULAR}/webhooks`, '4.11'),
	'webhook.create': post(`${SINGULAR}/webhooks`, '4.11', {
		body: { url: 'string', events: 'array', secret: 'string' },
		required: ['url', 'events'],
	}),
	'webhook.update': patch(`${SINGULAR}/webhooks/{webhookId}`, '4.11', {
		body: { url: 'string', events: 'array', secret: 'string', active: 'boolean' },
	}),
	'webhook.delete': remove(`${SINGULAR}/webhooks/{webhookId}`, '4.11'),

	'export.get': get('/api/v1/exports/{jobId}', '4.10'),
	'export.waitForCompletion': borrows('export.get', 'asks for the status until the job has ended'),
	'export.download': get('/api/v1/exports/{jobId}/download', 'extended 8.2'),
	'export.delete': remove('/api/v1/exports/{jobId}', 'extended 8.2'),

	'consent.createAuthorizationUrl': get('/oauth/authorize', '4.12', {
		isForBrowser: true,
		query: { client_id: 'string', redirect_uri: 'string' },
		required: ['client_id', 'redirect_uri'],
	}),
	'consent.exchangeCode': post('/api/v1/auth/oauth/token', '4.12', {
		body: { code: 'string', grant_type: 'string|null', redirect_uri: 'string|null' },
		required: ['code'],
		always: { grant_type: 'there is one kind of grant, and null stands for it too' },
	}),
	'consent.getApp': get('/api/v1/auth/oauth/client', '4.12', {
		query: { client_id: 'string' },
		required: ['client_id'],
	}),

	// Extended 7: a query has the name of the chain if the data does not belong to a realm.
	'nft.get': get(`${COLLECTION}/nfts/{tokenId}`, '4.7', { query: { chain: 'string', cache: 'boolean' } }),
	'nft.getBalance': get(`${ACTIVATION}/nfts/{tokenId}/balance`, '4.1', {
		query: { chain: 'string', includeNft: 'boolean' },
	}),
	'nft.getListings': get(`${COLLECTION}/nfts/{tokenId}/listings`, 'extended 7.4', {
		query: { chain: 'string' },
	}),
	'collection.get': get(COLLECTION, 'extended 7.4', { query: { chain: 'string', cache: 'boolean' } }),
	'collection.getNfts': get(`${COLLECTION}/nfts`, 'extended 7.4', {
		query: { chain: 'string' },
		inferredPaging: LIMIT_CURSOR,
	}),
	'collection.getListings': get(`${COLLECTION}/listings`, 'extended 7.4', {
		query: { chain: 'string' },
		inferredPaging: LIMIT_CURSOR,
	}),
	'token.get': get('/api/v1/web3-data/tokens/{tokenAddress}', 'extended 7.4', { query: { chain: 'string' } }),
	'wallet.getNfts': get(`${WALLET}/nfts`, 'extended 7.4', {
		query: { chain: 'string', cursor: 'string', limit: 'number', contractAddresses: 'array' },
		paging: LIMIT_CURSOR,
	}),
	'wallet.getTokenBalances': get(`${WALLET}/token-balances`, 'extended 7.4', {
		query: { chain: 'string', cursor: 'string', limit: 'number' },
		paging: LIMIT_CURSOR,
	}),
	'wallet.getListings': get(`${WALLET}/listings`, 'extended 7.4', {
		query: { chain: 'string' },
		inferredPaging: LIMIT_CURSOR,
	}),

	'activation.getMany': get(`${R}/web3/activations`, 'extended 7.1', UNSEEN),
	'activation.get': get(ACTIVATION, 'extended 7.1'),
	'activation.create': post(`${R}/web3/activations`, 'extended 7.1', {
		body: {
			activationType: 'string',
			contractAddress: 'string',
			chain: 'string',
			configs: 'array|null',
		},
		required: ['activationType', 'contractAddress', 'chain'],
	}),
	'activation.delete': remove(ACTIVATION, 'extended 7.1'),
	'activation.sync': post(`${ACTIVATION}/sync`, 'extended 7.1'),
	'activation.creditNfts': post(`${ACTIVATION}/credit`, 'extended 7.1', {
		body: { amount: 'number', currencyId: 'string', selectionMode: 'string', nftIds: 'array' },
		required: ['amount'],
		always: {
			selectionMode: 'without it every NFT is credited, whatever IDs are given',
			nftIds: 'what is credited is said in full',
		},
	}),
	'activation.link': post(`${SOURCE}/link`, 'extended 7.1', {
		body: { targetActivationId: 'string' },
		required: ['targetActivationId'],
	}),
	'activation.unlink': post(`${SOURCE}/unlink`, 'extended 7.1', {
		body: { targetActivationId: 'string' },
		required: ['targetActivationId'],
	}),

	'activationConfig.getMany': get(`${ACTIVATION}/configs`, 'extended 7.2', UNSEEN),
	'activationConfig.create': post(`${ACTIVATION}/configs`, 'extended 7.2', CONFIG),
	'activationConfig.update': patch(`${ACTIVATION}/configs/{configId}`, 'extended 7.2', CONFIG),
	'activationConfig.delete': remove(`${ACTIVATION}/configs/{configId}`, 'extended 7.2'),

	'memberWeb3.getBalances': get(`${WEB3_MEMBER}/balances`, 'extended 7.3'),
	'memberWeb3.getNfts': get(`${WEB3_MEMBER}/nfts`, 'extended 7.3', {
		query: {
			limit: 'number',
			cursor: 'string',
			activationId: 'string',
			includeBalances: 'boolean',
			includeAttributes: 'boolean',
		},
		paging: LIMIT_CURSOR,
	}),
	'memberWeb3.claim': post(`${WEB3_MEMBER}/claim`, 'extended 7.3', {
		body: { claimType: 'string', activationId: 'string', nftIds: 'array' },
		required: ['claimType'],
	}),
	'memberWeb3.linkNfts': post(`${WEB3_MEMBER}/nfts/link`, 'extended 7.3', {
		body: { activationIds: 'array' },
	}),
	'memberWeb3.unlinkNfts': post(`${WEB3_MEMBER}/nfts/unlink`, 'extended 7.3', {
		body: { activationIds: 'array' },
	}),

	'app.getAuthorizedRealms': get(APP, 'extended 8.1', {
		query: { take: 'number|string', from: 'string' },
		paging: TAKE_FROM,
	}),
	'app.searchAuthorizedRealms': get(`${APP}/search`, 'extended 8.1', {
		query: { type: 'string', values: 'string', take: 'number', from: 'string' },
		required: ['type', 'values'],
		paging: TAKE_FROM,
	}),
	'app.getInstalls': get(`${R}/apps/{appId}/installs`, 'extended 8.1', {
		query: {
			page: 'integer',
			// The type is not stated.
			limit: 'number',
			search: 'string',
			sortBy: 'string',
			sortOrder: 'string',
		},
		paging: PAGE_LIMIT,
	}),

	'request.send': { why: 'sends whatever the user gives, for calls that have no operation' },
};
