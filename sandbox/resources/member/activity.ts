import { isoDaysAgo, now } from '../../base/dates';
import type { Delivery } from '../../base/deliveries';
import { newId } from '../../base/ids';
import { find, type Realm } from '../../base/state';
import type { World } from '../../base/world';
import { reference, type Credential, type Member } from './records';

/** API document, section 6.2 `credentials`: the platform, and the member's id there. */
function platform({ format, oauthProvider, oauthAccountId, publicIdentifier }: Credential) {
	return { type: oauthProvider ?? format, platformId: oauthAccountId ?? publicIdentifier };
}

/**
 * A person joins the realm with a username. Sends `member.joined`.
 *
 * @param referralId the member who referred the person, or any other referral
 */
export function joinMember(world: World, realm: Realm, username: string, referralId?: string): Member {
	const member: Member = {
		id: newId(),
		realmMemberId: newId(),
		joinedAt: now(),
		lastActive: now(),
		...(referralId !== undefined && { referralId }),
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
	world.emitOwn(realm, 'member.joined', {
		member: {
			...reference(member),
			displayName: member.displayName,
			joinedAt: member.joinedAt,
			credentials: member.credentials.map(platform),
		},
	});
	return member;
}

/** A member is active now, or was some days ago. */
export function noteActivity(realm: Realm, memberId: string, days: number): Member {
	const member = find(realm.members, memberId, 'member');
	member.lastActive = isoDaysAgo(days);
	return member;
}

/** A member leaves the realm. Sends `member.left`. The points stay in the member's account. */
export function leaveMember(world: World, realm: Realm, memberId: string): Delivery[] {
	find(realm.members, memberId, 'member');
	realm.members.delete(memberId);
	return world.emitOwn(realm, 'member.left', { memberId, leftAt: now() });
}
