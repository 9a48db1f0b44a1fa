import { member } from '../member/fields';

/** The account that a new credential is linked to at once. */
export const accountId = member('Account', {
	description: 'The account to link the credential to immediately. A link cannot be undone.',
});
