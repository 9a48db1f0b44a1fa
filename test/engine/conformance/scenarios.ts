import type { Service } from '../../../sandbox/service';

/** Parameter values of one item, by parameter name; a collection holds its own. */
export type ItemValues = Record<string, unknown>;

/**
 * For every operation three items with different parameters that the seeded sandbox answers with success. They run in
 * this order in one execution.
 */
export const scenarios: Record<string, (service: Service) => ItemValues[]> = {
	'consent.createAuthorizationUrl': () =>
		[1, 2, 3].map((n) => ({ clientId: `app-${n}`, redirectUri: `https://example.com/linked?n=${n}` })),
	'consent.exchangeCode': ({ control, ids }) =>
		[ids.members.ada, ids.members.bruno, ids.members.chen].map((member) => ({
			code: control.consent(ids.app.clientId, member),
			additionalFields: { redirectUri: ids.app.redirectUri },
		})),
	'consent.getApp': ({ ids }) =>
		[ids.app.clientId, ids.otherApp.clientId, ids.app.clientId].map((clientId) => ({ clientId })),
	'currency.getAnalytics': ({ ids }) => [
		{ currencyId: ids.currencies.stars, additionalFields: analytics('7d', true, 1) },
		{ currencyId: ids.currencies.gems, additionalFields: analytics('90d', false, 100) },
		{ currencyId: ids.currencies.tickets, additionalFields: analytics('1y', true, 3) },
	],
	'currency.getRealmAnalytics': () => ['7d', '30d', '1y'].map((period) => ({ additionalFields: { period } })),
	'currency.update': ({ ids }) => [
		{ currencyId: ids.currencies.stars, updateFields: update('Suns', '☀️', { a: 1 }, true) },
		{ currencyId: ids.currencies.gems, updateFields: update('Gems', '💎', {}, false) },
		{ currencyId: ids.currencies.stars, updateFields: update('Stars', '⭐', { b: null }, true) },
	],
	'export.download': ({ ids }) =>
		['a', 'b', 'c'].map((fileName) => ({ jobId: ids.exports.completed, additionalFields: { fileName } })),
	'export.get': ({ ids: { exports } }) =>
		[exports.completed, exports.failed, exports.expired].map((jobId) => ({ jobId })),
	'export.waitForCompletion': ({ ids: { exports } }) =>
		[exports.completed, exports.running, exports.completed].map((jobId) => ({ jobId })),
	'member.search': ({ ids }) => [
		{ type: 'username', values: 'ada, bruno', additionalFields: { page: 1, limit: 5 } },
		{ type: 'email', values: 'chen@members.example', additionalFields: { page: 1, limit: 50 } },
		{ type: 'service-id', values: ids.members.dalia, additionalFields: { page: 1, limit: 1 } },
	],
	'member.transferBalance': ({ ids: { members, currencies } }) =>
		[members.ada, members.bruno, members.chen].map((recipientId, index) => ({
			serviceId: members.bonusPool,
			recipientId,
			currencyId: currencies.stars,
			amount: index + 1,
		})),
	'member.updateMetadata': ({ ids: { members } }) =>
		[members.ada, members.bruno, members.chen].map((serviceId, level) => ({
			serviceId,
			metadata: { level },
		})),
	'nft.get': ({ ids: { nft }, state: { nfts } }) =>
		['7', '8', '9'].map((tokenId) => {
			if (tokenId !== nft.tokenId) nfts.push({ ...nfts[0]!, id: `copy ${tokenId}`, tokenId });
			return {
				contractAddress: nft.contractAddress,
				tokenId,
				additionalFields: { chain: nft.chain },
			};
		}),
	'nft.getBalance': ({ ids: { nft, activation } }) =>
		[true, false, true].map((includeNft) => ({
			activationId: activation,
			tokenId: nft.tokenId,
			additionalFields: { chain: nft.chain, includeNft },
		})),
	'purchase.finalize': ({ control, ids: { purchases, storeItems, members } }) =>
		[purchases.open, purchases.alsoOpen, control.buyItem(storeItems.poster, members.ada).id].map(
			(purchaseId, index) => ({ purchaseId, metadata: { parcel: index } }),
		),
	'realm.get': ({ realmId }) => [{ realmId }, { realmId }, { realmId }],
	'taskAction.update': ({ ids: { quests, tasks, actions } }) => [
		{
			questId: quests.firstSteps,
			taskId: tasks.readWelcome,
			actionId: actions.awardForReading,
			updateFields: part(1),
		},
		{
			questId: quests.firstSteps,
			taskId: tasks.sayHello,
			actionId: actions.awardForHello,
			updateFields: part(2),
		},
		{ questId: quests.weeklyWalk, taskId: tasks.walk, actionId: actions.awardForWalk, updateFields: part(3) },
	],
	'taskCondition.create': (service) =>
		conditions(service).map(({ questId, taskId }, index) => ({ questId, taskId, ...part(index) })),
	'taskCondition.createPreData': (service) =>
		conditions(service).map((ids, index) => ({ ...ids, body: { data: { code: `spring-${index}` } } })),
	'taskCondition.delete': conditions,
	'taskCondition.get': conditions,
	'taskCondition.getMany': (service) =>
		conditions(service).map(({ questId, taskId }) => ({ questId, taskId })),
	'taskCondition.searchPreData': (service) =>
		conditions(service).map((ids, index) => {
			storePreData(service, ids.conditionId, `spring-${index}`);
			return { ...ids, body: { code: `spring-${index}` } };
		}),
	'taskCondition.update': (service) =>
		conditions(service).map((ids, index) => ({ ...ids, updateFields: part(index) })),
	'webhook.create': () =>
		[1, 2, 3].map((n) => ({
			url: `https://example.com/${n}`,
			events: ['quest.completed', 'member.left'].slice(0, n),
			additionalFields: { customEvents: `game.${n}`, secret: `secret-${n}` },
		})),
	'webhook.delete': (service) => hooks(service).map((webhookId) => ({ webhookId })),
	'webhook.getMany': (service) => hooks(service).map(() => ({ realmId: service.realmId })),
	'webhook.update': (service) =>
		hooks(service).map((webhookId, index) => ({
			webhookId,
			updateFields: { url: `https://example.com/new/${index}`, active: index > 0, events: ['member.joined'] },
		})),
};

function analytics(period: string, includeTopHolders: boolean, topHoldersLimit: number) {
	return { period, includeTopHolders, topHoldersLimit };
}

function update(name: string, emoji: string, metadata: object, isDefault: boolean) {
	return { name, emoji, metadata, default: isDefault };
}

function part(level: number) {
	return { type: `kind-${level}`, config: { level } };
}

function conditions({ ids: { quests, tasks, conditions: known } }: Service) {
	return [
		{ questId: quests.firstSteps, taskId: tasks.readWelcome, conditionId: known.hasRead },
		{ questId: quests.firstSteps, taskId: tasks.sayHello, conditionId: known.wroteMessage },
		{ questId: quests.weeklyWalk, taskId: tasks.walk, conditionId: known.walkedEnough },
	];
}

function storePreData({ state, realmId }: Service, conditionId: string, code: string): void {
	const now = new Date().toISOString();
	state.realms.get(realmId)!.preData.set(conditionId, [
		{
			id: `pre-data of ${conditionId}`,
			conditionId,
			data: { code },
			usageCount: 0,
			usageLimit: 1,
			createdAt: now,
			updatedAt: now,
		},
	]);
}

/** Three registrations, made for the occasion. */
function hooks({ state, realmId }: Service): string[] {
	const { webhooks } = state.realms.get(realmId)!;
	const created = [1, 2, 3].map((n) => ({
		id: `e9000000000000000000000${n}`,
		url: `https://example.com/${n}`,
		events: ['quest.completed'],
		active: true,
	}));
	for (const hook of created) webhooks.set(hook.id, hook);
	return created.map(({ id }) => id);
}
