import type { Field } from '../../fields/field';
import { hexIdSchema, id } from '../../fields/text';

/** An app. Nothing lists apps, so its id is typed. */
export const appId: Field<string> = {
	...id('App ID', {
		description:
			'The ID of the app: 24 hexadecimal digits, from the developer area. It is not the client ID.',
		placeholder: 'e.g. 64b7f1c2a9d3e45f6071829e',
	}),
	schema: hexIdSchema,
};

/** What an installation that answers 404 may not offer. */
export const APPS = 'the realms of apps';

/** What to say of a 403 where the service answers the app alone. */
export const KEY_OF_APP =
	'The service tells the realms of an app to the app alone: use a credential with the key of this app. The key of a realm, or of another app, is refused.';
