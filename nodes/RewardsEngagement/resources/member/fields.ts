import type { Field } from '../../fields/field';
import { locator } from '../../fields/locator';
import { hexIdSchema } from '../../fields/text';

const MEMBER_ID =
	'A member is named by the account ID (the "id" of a member record), not by the membership ID ("realmMemberId"), and must be a member of this realm.';

/** A member, found by search or named by its id in the service (`serviceId`: the account id, not the membership id). */
export function member(displayName: string, { description }: { description: string }): Field<string> {
	return locator(displayName, {
		description,
		search: 'searchMembers',
		nouns: ['member', 'account'],
		whenMissing: MEMBER_ID,
		hint: 'By ID: use the account ID ("id"), not "realmMemberId". If a partial name finds nothing, enter the full username.',
		listName: 'Search',
		listPlaceholder: 'Name, email, wallet or social ID…',
		isFilterRequired: true,
		example: '64b7f1c2a9d3e45f60718293',
	});
}

/** The member, where the API document demands 24 hexadecimal digits. */
export function hexMember(displayName: string, text: { description: string }): Field<string> {
	return { ...member(displayName, text), schema: hexIdSchema };
}

/** On whose behalf a balance is changed. */
export const initiatorId = member('Initiator', {
	description: "The account to record as initiator in the service's audit log. Does not prevent duplicates.",
});

const TOO_LOW = 'The balance does not cover the amount, so nothing was moved.';

/** What to say of a balance that does not cover what is to be taken away, in whichever of its words the service has it. */
export const BALANCE_ADVICE = { InsufficientBalance: TOO_LOW, INSUFFICIENT_BALANCE: TOO_LOW };
