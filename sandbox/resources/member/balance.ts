import { businessRule, ServiceError } from '../../base/errors';
import { find, type Realm, type State } from '../../base/state';
import type { World } from '../../base/world';
import { changeBalance, type Change } from '../currency/movable';
import { reference } from './records';

/** The reason in `member.points.awarded`. */
const REASON = 'Awarded through the API';

/**
 * Awards an amount to a member, or deducts it. Sends no event yet.
 *
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

/** Adds the member to the error for a low balance. */
function withMember(error: unknown, memberId: string): unknown {
	if (!(error instanceof ServiceError) || error.message !== 'Insufficient balance') return error;
	const details = error.body.details as Record<string, number>;
	return businessRule('Insufficient balance', { ...details, memberId }, 'InsufficientBalance');
}

/** Sends `member.points.awarded`. A deduction sends no event. */
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
