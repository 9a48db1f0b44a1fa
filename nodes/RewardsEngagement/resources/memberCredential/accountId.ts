import { member } from '../member/fields';

export const accountId = member('Account', {
	description: 'The account to link the credential to immediately. A link cannot be undone.',
});
