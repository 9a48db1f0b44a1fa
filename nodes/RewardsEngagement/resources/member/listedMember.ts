import type { Field } from '../../fields/field';
import { locator, type NameMode } from '../../fields/locator';

const MEMBER_ID =
	'Use the account ID (the "id" of a member record), not the membership ID ("realmMemberId"). The person must be a member of this realm.';

interface MemberText {
	description: string;
	/** Modes that take another value than the ID. */
	byName?: readonly NameMode[];
	modeOf?: Field<string>['modeOf'];
	schema?: Field<string>['schema'];
}

/** A member from the list, or by its ID in the service (`serviceId`: the account ID, not the membership ID). */
export function listedMember(displayName: string, text: MemberText): Field<string> {
	return locator(displayName, {
		...text,
		search: 'searchMembers',
		whenMissing: MEMBER_ID,
		idHint: 'The account ID ("id" of a member record), not "realmMemberId"',
		listPlaceholder: 'Type a name, email, wallet or social ID…',
		example: '64b7f1c2a9d3e45f60718293',
	});
}
