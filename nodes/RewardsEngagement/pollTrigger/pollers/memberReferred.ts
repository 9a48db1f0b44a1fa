import { shownText } from '../../declare/listSearch';
import { DAY_MS, LATE_MS, membersBy, personOf } from '../memberList';
import { timedPoller } from '../timedPoller';

/**
 * A new member has a referral. The API document does not say what the referral ID identifies, so `referralId` is as
 * the service shows it.
 */
export const memberReferred = timedPoller({
	...membersBy('joinedAt', 'joined'),
	type: 'member.referred',
	overlap: LATE_MS,
	// The service may set the referral after the person has joined.
	later: { hasHappened: ({ referralId }) => shownText(referralId) !== '', within: DAY_MS },
	// A member who leaves and joins again is not referred twice.
	identityOf: ({ id, record }) => [id, shownText(record.referralId)],
	dataOf: (one) => {
		const { joinedAt, referralId } = one.record;
		return { member: { ...personOf(one), joinedAt }, referralId };
	},
});
