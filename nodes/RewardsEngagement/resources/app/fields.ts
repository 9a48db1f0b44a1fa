import type { Field } from '../../fields/field';
import { hexIdSchema, id } from '../../fields/text';

/** An app. No endpoint lists apps, so the user types the ID. */
export const appId: Field<string> = {
	...id('App ID', {
		description:
			'The ID of the app: 24 hexadecimal digits, from the developer area. It is not the client ID.',
		placeholder: 'e.g. 64b7f1c2a9d3e45f6071829e',
	}),
	schema: hexIdSchema,
};

/** The operations that an installation may not offer if it responds with 404. */
export const APPS = 'the realms of apps';

/** The advice for a 403 from an endpoint that only the app itself may use. */
export const KEY_OF_APP =
	'The service shows the realms of an app only to this app. Use a credential with the key of this app. The service rejects the key of a realm or of another app.';
