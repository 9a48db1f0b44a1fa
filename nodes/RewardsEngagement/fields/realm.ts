import { optional, type Field } from './field';
import { hexIdSchema, id } from './text';

/** The realm of one call; empty means the credential's realm. Every realm-bound operation has it. */
export const realmId: Field<string> = {
	...id('Realm ID', {
		description:
			'The ID of the realm (project), such as 64b7f1c2a9d3e45f60718293. If empty, the realm of the credential.',
		placeholder: 'The realm of the credential',
	}),
	fallback: 'realmId',
};

/** The realm, where the API document demands 24 hexadecimal digits. */
export const hexRealmId: Field<string> = { ...realmId, schema: hexIdSchema };

/** The realm that a trigger names. Of an empty one it has to tell that it follows the credential. */
export const ownRealmId = optional({ ...realmId, fallback: undefined });
