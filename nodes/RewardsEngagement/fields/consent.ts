import { z } from 'zod';

import type { Field } from './field';
import { id } from './text';

/** The app; empty means the credential's client ID. */
export const clientId: Field<string> = {
	...id('Client ID', {
		description: 'The client ID of the app. Leave empty to use the one of the credential.',
		placeholder: 'e.g. my-app',
	}),
	fallback: 'clientId',
};

/** The single-use code of the consent redirect. */
export const code = id('Code', {
	description: 'The authorization code from the redirect. It works once and for 5 minutes.',
});

/** Where the person returns to. */
export const redirectUri: Field<string> = {
	property: {
		displayName: 'Redirect URI',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/linked',
		description:
			'The address the person returns to. It must be registered for the app and match to the letter, a slash at the end included.',
	},
	// Not trimmed or normalised: the service compares it letter by letter.
	schema: z
		.string({ invalid_type_error: 'must be a web address' })
		.refine((value) => URL.canParse(value), 'must be a full web address'),
};
