import { optional, type Field } from './field';
import { hexIdSchema, id } from './text';

/** The realm of one request. Empty means the credential's realm. Every operation on a realm has this field. */
export const realmId: Field<string> = {
	...id('Realm ID', {
		description:
			'The ID of the realm (project), such as 64b7f1c2a9d3e45f60718293. If empty, uses the realm of the credential.',
		placeholder: 'The realm of the credential',
	}),
	fallback: 'realmId',
};

/** The realm, if the API document requires 24 hexadecimal digits. */
export const hexRealmId: Field<string> = { ...realmId, schema: hexIdSchema };

/** The realm of a trigger. If it is empty, the trigger must know that it uses the credential's realm. */
export const ownRealmId = optional({ ...realmId, fallback: undefined });
