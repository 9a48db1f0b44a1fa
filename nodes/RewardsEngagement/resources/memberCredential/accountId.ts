import { id } from '../../fields/text';

/** The account that a new credential is linked to at once. */
export const accountId = id('Account ID', {
	description:
		'The account to link the credential to at once (the ID of a member record). A link cannot be undone.',
	placeholder: 'e.g. 64b7f1c2a9d3e45f60718293',
});
