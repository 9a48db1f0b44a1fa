import { z } from 'zod';

import type { Field } from '../../fields/field';
import { number } from '../../fields/number';
import { choice, id } from '../../fields/text';
import { saying } from '../../fields/words';

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
		.string(saying('must be a full web address'))
		.refine((value) => URL.canParse(value), 'must be a full web address'),
};

/** How the signed state travels; see `consent/signedState.ts`. */
export const signedState: Field<string> = choice('Signed State', {
	options: [
		{
			name: 'As State Parameter',
			value: 'parameter',
			description:
				'Works with a service that returns the parameter "state", as OAuth 2.0 asks. Another service ignores it, and no state comes back.',
		},
		{
			name: 'In the Redirect URI',
			value: 'redirectUri',
			description:
				'Adds the state to the query of the redirect URI, which is then different for each person. Works with a service that does not compare the query with the registered redirect URI.',
		},
	],
	description:
		'Signs who the link is for, so that the Consent Trigger knows that the person who returns was sent by you. Both nodes must use the same credential.',
});

/** Who the link is for. */
export const stateSubject: Field<string> = id('State Subject', {
	description:
		'Who the link is for in your own terms, such as the ID of your user. The Consent Trigger gives it back as "subject". The person can read it, but not change it.',
	placeholder: 'e.g. user-42',
});

const MAX_LIFETIME_MINUTES = 30 * 24 * 60;

/** How long a signed state is good for, in minutes. */
export const stateLifetime = number('State Lifetime', {
	description:
		'How many minutes the person has to open the link and to come back from the consent page. The fewer, the less a link is worth that falls into the wrong hands.',
	default: 10,
	minimum: 1,
	maximum: MAX_LIFETIME_MINUTES,
	isWhole: true,
});
