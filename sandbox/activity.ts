import type { Delivery } from './resources/webhook/deliveries';
import { businessRule } from './errors';
import { newId } from './ids';
import { issuer, store } from './ledger';
import type { Sandbox } from './sandbox';
import { find, type Credential, type Member, type Purchase, type Realm } from './state';

const reference = ({ id, username }: Member) => ({ id, username });

/** API document, section 6.2 `credentials`: which platform, and the member's id there. */
function platform({ format, oauthProvider, oauthAccountId, publicIdentifier }: Credential) {
	return { type: oauthProvider ?? format, platformId: oauthAccountId ?? publicIdentifier };
}

/**
 * A member completes a quest: the rewards are paid through the ledger; `quest.completed` and one
 * `member.points.awarded` per reward go out.
 * @throws {ServiceError} 404 when the quest or the member is unknown
 */
export function completeQuest(sandbox: Sandbox, realm: Realm, questId: string, memberId: string): Delivery[] {
	const quest = find(realm.quests, questId, 'quest');
	const member = find(realm.members, memberId, 'member');
	for (const { realmPointId, amount } of quest.rewards) {
		realm.ledger.move({ currencyId: realmPointId, from: issuer, to: memberId, amount, memo: quest.name });
	}
	const completed = sandbox.emitOwn(realm, 'quest.completed', {
		quest: { id: quest.id, name: quest.name, type: quest.type },
		member: reference(member),
		completedAt: new Date().toISOString(),
		rewards: quest.rewards,
	});
	const awarded = quest.rewards.flatMap(({ realmPointId, amount }) => {
		const { id, name, emoji } = find(realm.currencies, realmPointId, 'currency');
		return sandbox.emitOwn(realm, 'member.points.awarded', {
			member: reference(member),
			points: { amount, realmPoint: { id, name, emoji } },
			reason: `Completed the quest ${quest.name}`,
			newBalance: realm.ledger.balance(id, memberId),
		});
	});
	return [...completed, ...awarded];
}

/** A member starts a quest: `quest.started` goes out. */
export function startQuest(sandbox: Sandbox, realm: Realm, questId: string, memberId: string): Delivery[] {
	const { id, name } = find(realm.quests, questId, 'quest');
	const member = find(realm.members, memberId, 'member');
	return sandbox.emitOwn(realm, 'quest.started', {
		quest: { id, name },
		member: reference(member),
		startedAt: new Date().toISOString(),
	});
}

/** Somebody joins the realm under a username: `member.joined` goes out. */
export function joinMember(sandbox: Sandbox, realm: Realm, username: string): Member {
	const now = new Date().toISOString();
	const member: Member = {
		id: newId(),
		realmMemberId: newId(),
		joinedAt: now,
		username,
		displayName: username,
		email: `${username}@members.example`,
		credentials: [
			{
				format: 'oauth',
				publicIdentifier: username,
				oauthProvider: 'discord',
				oauthAccountId: String(Date.now()),
				oauthUsername: username,
			},
		],
		metadata: {},
	};
	realm.members.set(member.id, member);
	sandbox.emitOwn(realm, 'member.joined', {
		member: {
			...reference(member),
			displayName: member.displayName,
			joinedAt: now,
			credentials: member.credentials.map(platform),
		},
	});
	return member;
}

/** A member leaves the realm: `member.left` goes out. What they own stays on their account. */
export function leaveMember(sandbox: Sandbox, realm: Realm, memberId: string): Delivery[] {
	find(realm.members, memberId, 'member');
	realm.members.delete(memberId);
	return sandbox.emitOwn(realm, 'member.left', { memberId, leftAt: new Date().toISOString() });
}

/**
 * A member buys one piece of a store item: it is paid through the ledger, waits to be finalized, and
 * `store.purchase.completed` goes out.
 * @throws {ServiceError} 404 when the item or the member is unknown, 422 when the balance or the stock is too low
 */
export function buyItem(sandbox: Sandbox, realm: Realm, storeItemId: string, memberId: string): Purchase {
	const storeItem = find(realm.storeItems, storeItemId, 'store item');
	const member = find(realm.members, memberId, 'member');
	if (storeItem.stock === 0) throw businessRule('Out of stock', { currentBalance: 0, requestedAmount: 1 });
	const { price, currencyId, item } = storeItem;
	realm.ledger.move({ currencyId, from: memberId, to: store, amount: price, memo: item.name });
	if (storeItem.stock !== null) storeItem.stock -= 1;
	const now = new Date().toISOString();
	const purchase: Purchase = {
		id: newId(),
		memberId,
		storeItemId,
		quantity: 1,
		totalPrice: price,
		status: 'pending',
		createdAt: now,
		isFinalized: false,
		metadata: {},
	};
	realm.purchases.set(purchase.id, purchase);
	sandbox.emitOwn(realm, 'store.purchase.completed', {
		purchase: { id: purchase.id },
		item: { id: item.id, name: item.name, cost: price },
		member: reference(member),
		completedAt: now,
	});
	return purchase;
}
