import { businessRule, ServiceError } from '../../base/errors';
import { find, type Realm, type State } from '../../base/state';
import type { World } from '../../base/world';
import { changeBalance, type Change } from '../currency/movable';
import { reference } from './records';

/** Why `member.points.awarded` says that somebody was awarded something. */
const REASON = 'Awarded through the API';

/**
 * Awards an amount to a member, or takes it away. Nobody is told yet.
 * @throws {ServiceError} 404 for an unknown member or currency, 400 for zero, 422 when the balance is too low or the
 * currency archived
 */
export function changeMemberBalance(state: State, realm: Realm, change: Change) {
	const member = find(realm.members, change.holder, 'member');
	try {
		return { member, amount: change.amount, ...changeBalance(state, realm, change) };
	} catch (error) {
		throw withMember(error, member.id);
	}
}

/** A balance that is too low is told with its member. */
function withMember(error: unknown, memberId: string): unknown {
	if (!(error instanceof ServiceError) || error.message !== 'Insufficient balance') return error;
	const details = error.body.details as Record<string, number>;
	return businessRule('Insufficient balance', { ...details, memberId }, 'InsufficientBalance');
}

/** Tells of an award: `member.points.awarded` goes out. Nothing is told of what was taken away. */
export function tellAward(
	world: World,
	realm: Realm,
	{ member, amount, currency, after }: ReturnType<typeof changeMemberBalance>,
): void {
	if (amount < 0) return;
	const { id, name, emoji } = currency;
	world.emitOwn(realm, 'member.points.awarded', {
		member: reference(member),
		points: { amount, realmPoint: { id, name, emoji } },
		reason: REASON,
		newBalance: after,
	});
}
