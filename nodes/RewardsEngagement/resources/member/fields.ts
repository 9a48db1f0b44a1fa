import { type Field, RecordName } from '../../fields/field';
import type { NameMode } from '../../fields/locator';
import { hexIdSchema, idSchema } from '../../fields/text';
import { hasHalfCharacter, seenText } from '../../shared/characters';
import { findMembers } from './findMembers';
import { listedMember } from './listedMember';

const isEmail = (text: string) => /^[^\s,@]+@[^\s,@]+$/.test(seenText(text));

const nameSchema = idSchema
	.refine((name) => !name.includes(','), 'must be one name, without a comma')
	.refine((name) => !hasHalfCharacter(name), 'must be complete, but contains half an emoji')
	.refine((name) => seenText(name) !== '', 'must not consist of invisible characters');

const BY_NAME: readonly NameMode[] = [
	{
		mode: { displayName: 'By Email', name: 'email' },
		example: 'ada@example.com',
		schema: nameSchema
			.refine(isEmail, 'must be an email address')
			.transform((email) => new RecordName(findMembers, 'email', email)),
	},
	{
		mode: { displayName: 'By Username', name: 'username' },
		example: 'ada',
		schema: nameSchema.transform((username) => new RecordName(findMembers, 'username', username)),
	},
];

/** No ID has an "@". In the editor, an email that is dragged into the field gets the mode "By ID". */
export const emailInsteadOfId = (value: unknown) =>
	typeof value === 'string' && value.includes('@') ? 'email' : undefined;

const hexMemberSchema = idSchema.superRefine((id, context) => {
	if (hexIdSchema.safeParse(id).success) return;
	const message = `"${id.slice(0, 80)}" is not a member ID. If it is a username, set "By ID" to "By Username".`;
	context.addIssue({ code: 'custom', message });
});

/** A member, from the list or by email, username or ID (`serviceId`: the account ID, not the membership ID). */
export function member(displayName: string, { description }: { description: string }): Field<string> {
	return listedMember(displayName, { description, byName: BY_NAME, modeOf: emailInsteadOfId });
}

/** The member, if the API document requires 24 hexadecimal digits. */
export function hexMember(displayName: string, text: { description: string }): Field<string> {
	return { ...member(displayName, text), schema: hexMemberSchema };
}

export const initiatorId = member('Initiator', {
	description: "The account to record as initiator in the service's audit log. Does not prevent duplicates.",
});

const TOO_LOW = 'The balance does not cover the amount, so nothing was moved.';

/** The advice for a balance that is too low for a deduction, by both error words of the service. */
export const BALANCE_ADVICE = { InsufficientBalance: TOO_LOW, INSUFFICIENT_BALANCE: TOO_LOW };
