import { unsentProblem } from '../../errors';
import { type Field, optional } from '../../fields/field';
import { id, visibleIdSchema } from '../../fields/text';
import { searchBy } from '../account/searchBy';

const CUSTOM = 'custom';

const NO_SUCH_CREDENTIAL =
	'Only unverified credentials can be found. Search for the person among the members too ("Member: Resolve"), or create the credential first.';

export const searchType = searchBy([CUSTOM, 'discord-id', 'email', 'twitter-id', 'wallet']);

function typeField(displayName: string): Field<string> {
	return { ...searchType, property: { ...searchType.property, displayName } };
}

function valueField(displayName: string): Field<string> {
	return {
		...id(displayName, {
			description: 'The identity itself: an email address, a wallet address, or an ID at the provider',
			placeholder: 'e.g. nora@example.com',
		}),
		whenMissing: NO_SUCH_CREDENTIAL,
	};
}

function sourceField(displayName: string, type: string): Field<string | undefined> {
	const text = {
		description: 'The provider that the credential was created with. Only for the type "Custom".',
		placeholder: 'e.g. shop',
	};
	return optional({
		...id(displayName, text),
		whenMissing: NO_SUCH_CREDENTIAL,
		needed: { parameter: type, is: [CUSTOM] },
	});
}

/** The identity of the credential that an operation works on. Its type looks the same as in all other searches. */
export const identity = {
	type: typeField('Type'),
	value: valueField('Value'),
	source: sourceField('Source', 'type'),
};

/** Points are not moved by a value that only looks like that of another person. */
const visible = (field: Field<string>): Field<string> => ({ ...field, schema: visibleIdSchema });

/** The identity whose balance an operation changes. */
export const holder = { ...identity, value: visible(identity.value) };

/** The identities of a transfer. */
export const sender = {
	fromType: typeField('From Type'),
	fromValue: visible(valueField('From Value')),
	fromSource: sourceField('From Source', 'fromType'),
};

export const recipient = {
	toType: typeField('To Type'),
	toValue: visible(valueField('To Value')),
	toSource: sourceField('To Source', 'toType'),
};

/**
 * The source in the form in which it is sent.
 *
 * @throws {Problem} when a custom type has none
 */
export function sourceOf(
	type: string,
	source: string | undefined,
	displayName = 'Source',
): string | undefined {
	if (type !== CUSTOM || source !== undefined) return source;
	throw unsentProblem(
		`"${displayName}" is empty, but the type Custom needs it`,
		`In "${displayName}", enter the provider that the credential was created with. Nothing was sent.`,
	);
}

/** The identity for the query of a request. It is never in the path or body. */
export function identityQuery(values: { type: string; value: string; source?: string | undefined }) {
	const { type, value, source } = values;
	return { type, value, source: sourceOf(type, source) };
}

export const EXISTS_ALREADY =
	'The realm most likely has this credential already. Get it with "Find" and use it.';
