import { z } from 'zod';

import { type Field, saying } from '../../fields/field';
import { number } from '../../fields/number';
import { choice, id } from '../../fields/text';

/** The app. Empty means the credential's client ID. */
export const clientId: Field<string> = {
	...id('Client ID', {
		description: 'The client ID of the app. Leave empty to use the one of the credential.',
		placeholder: 'e.g. my-app',
	}),
	fallback: 'clientId',
};

export const code = id('Code', {
	description: 'The authorization code from the redirect. It works once and for 5 minutes.',
});

export const redirectUri: Field<string> = {
	property: {
		displayName: 'Redirect URI',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/linked',
		description:
			'The URL the person returns to. It must be registered for the app and match exactly, including any trailing slash.',
	},
	// Not trimmed or normalized, because the service compares it character by character.
	schema: z
		.string(saying('must be a full web address'))
		.refine((value) => URL.canParse(value), 'must be a full web address'),
};

/** How the signed state is sent, see `shared/signedState.ts`. */
export const signedState: Field<string> = choice('Signed State', {
	options: [
		{
			name: 'As State Parameter',
			value: 'parameter',
			description: 'For services that return the "state" parameter, as OAuth 2.0 requires',
		},
		{
			name: 'In the Redirect URI',
			value: 'redirectUri',
			description: 'For services that ignore the query string when they compare the redirect URI',
		},
	],
	description:
		'Adds a signed state, so that the Consent Trigger can verify that you sent this person. Both nodes must use the same credential.',
});

export const stateSubject: Field<string> = id('State Subject', {
	description:
		'Your own identifier for the person, such as a user ID. The Consent Trigger returns it as "subject". The person can see it but not change it.',
	placeholder: 'e.g. user-42',
});

const MAX_LIFETIME_MINUTES = 30 * 24 * 60;

export const stateLifetime = number('State Lifetime', {
	description:
		'Minutes until the link expires: a whole number. Keep it short to limit misuse of leaked links.',
	default: 10,
	minimum: 1,
	maximum: MAX_LIFETIME_MINUTES,
	isWhole: true,
});
