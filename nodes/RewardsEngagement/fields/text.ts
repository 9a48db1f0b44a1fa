import { z } from 'zod';

import { type Field, oneOf, optional, reading, type Reading, saying } from './field';
import { EDGE, invisibleIn, withoutEdges } from '../shared/characters';
import { NO_REALM_ID, REALM_ID } from '../shared/realmId';
import { LOST_DIGITS, mayHaveLostDigits } from './number';

/** The texts of most fields. */
export interface FieldText {
	description: string;
	placeholder?: string;
	hint?: string;
}

/** Reads an ID from an expression: text, or a number that a table or JSON made of it. */
export function readId(value: unknown): Reading<string> {
	if (typeof value === 'string') {
		const trimmed = value.trim();
		const id = EDGE.test(trimmed) ? withoutEdges(trimmed) : trimmed;
		return id === '' ? { wrong: 'must not be empty' } : { value: id };
	}
	if (mayHaveLostDigits(value)) return { wrong: LOST_DIGITS };
	return Number.isInteger(value) ? { value: String(value) } : { wrong: 'must be text' };
}

export const idSchema = reading(readId);

/** The ID of a person elsewhere. An invisible character would make it that of somebody else, who looks the same. */
export const visibleIdSchema = idSchema.superRefine((id, context) => {
	const invisible = invisibleIn(id);
	if (invisible)
		context.addIssue({ code: 'custom', message: `must not contain the invisible character ${invisible}` });
});

/** An ID that the API document gives as 24 hexadecimal digits (section 4.2). */
export const hexIdSchema = idSchema.refine(
	(id) => /^[0-9a-fA-F]{24}$/.test(id),
	'must be 24 hexadecimal digits',
);

/** An ID, typed by hand or from an expression. */
export function id(displayName: string, text: FieldText): Field<string> {
	return {
		property: { displayName, type: 'string', default: '', ...text },
		schema: idSchema,
		isName: true,
	};
}

/** Text that is sent unchanged. An empty text is also a value. */
export function text(displayName: string, { description, placeholder }: FieldText): Field<string> {
	return {
		property: { displayName, type: 'string', default: '', description, placeholder },
		schema: z.string(saying('must be text')),
		allowsEmptyPart: () => true,
	};
}

/** A text that names a record, or finds records by a part of their text. */
export function nameText(displayName: string, shown: FieldText): Field<string> {
	return { ...text(displayName, shown), needsText: true };
}

/** A switch. It also accepts the words true and false, as tables and AI agents write them. */
export function flag(
	displayName: string,
	{ description, default: usual = false }: { description: string; default?: boolean },
): Field<boolean> {
	return {
		property: { displayName, type: 'boolean', default: usual, description },
		schema: z.preprocess(
			(value) => (value === 'true' ? true : value === 'false' ? false : value),
			z.boolean(saying('must be true or false')),
		),
	};
}

/** The texts and words of a choice. */
interface ChoiceText<Word extends string> {
	description: string;
	options: ReadonlyArray<{ name: string; value: Word; description?: string }>;
	/** By default, the first. */
	default?: NoInfer<Word>;
}

/** One of the words in the API document. An expression may give another word, which the service then checks. */
export function choice(displayName: string, text: ChoiceText<string>): Field<string> {
	const { description, default: usual = text.options[0]?.value ?? '' } = text;
	const options = text.options.map((option) => ({ ...option }));
	return {
		property: { displayName, type: 'options', options, default: usual, description },
		schema: idSchema,
		needsText: true,
	};
}

/**
 * One of a few words. The node acts on each, so it accepts no other. Empty means the default.
 *
 * @param text its `sample` is for tests
 */
export function closedChoice<const Word extends string>(
	displayName: string,
	text: ChoiceText<Word> & { default: NoInfer<Word>; sample?: NoInfer<Word> },
): Field<Word> {
	const { property } = choice(displayName, text);
	const schema = oneOf(...text.options.map(({ value }) => value));
	return { property, schema, whenEmpty: text.default, sample: text.sample };
}

/**
 * The order of a sorted list.
 *
 * @param usual the service's default, if known. The field starts with it.
 */
export function sortOrder(usual?: 'asc' | 'desc'): Field<string> {
	const without = usual ? `. By default, the order is ${usual === 'asc' ? 'ascending' : 'descending'}.` : '';
	return choice('Sort Order', {
		options: [
			{ name: 'Ascending', value: 'asc' },
			{ name: 'Descending', value: 'desc' },
		],
		description: `Which end of the order comes first${without}`,
		default: usual,
	});
}

/** The realm of one request. Empty means the credential's realm. Every operation on a realm has this field. */
export const realmId: Field<string> = {
	...id('Realm ID', {
		description:
			'The ID of the realm (project), such as 64b7f1c2a9d3e45f60718293. If empty, uses the realm of the credential.',
		placeholder: 'The realm of the credential',
	}),
	schema: idSchema.pipe(z.string().regex(REALM_ID, NO_REALM_ID)),
	fallback: 'realmId',
};

/** The realm, if the API document requires 24 hexadecimal digits. */
export const hexRealmId: Field<string> = { ...realmId, schema: hexIdSchema };

/** The realm of a trigger. If it is empty, the trigger must know that it uses the credential's realm. */
export const ownRealmId = optional({ ...realmId, fallback: undefined });
