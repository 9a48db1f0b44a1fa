import { z } from 'zod';

import type { Field, FieldProperty } from './field';
import { LOST_DIGITS, mayHaveLostDigits } from './number';
import { oneOf, reading, saying } from './words';

/** The texts of most fields. */
export interface FieldText {
	description: string;
	placeholder?: string;
	hint?: string;
}

/** An ID from an expression: text, or a number that a table or JSON made of it. */
export const idSchema = reading(readId);

function readId(value: unknown): { value: string } | { wrong: string } {
	if (mayHaveLostDigits(value)) return { wrong: LOST_DIGITS };
	if (Number.isInteger(value)) return { value: String(value) };
	if (typeof value !== 'string') return { wrong: 'must be text' };
	const id = value.trim();
	return id === '' ? { wrong: 'must not be empty' } : { value: id };
}

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

/** One of a few words. The node acts on each, so it accepts no other. Empty means the default. */
export function closedChoice<const Word extends string>(
	displayName: string,
	{
		description,
		options,
		default: usual,
		sample,
	}: {
		description: string;
		options: ReadonlyArray<{ name: string; value: Word; description: string }>;
		default: NoInfer<Word>;
		/** For tests. */
		sample: NoInfer<Word>;
	},
): Field<Word> {
	const words = options.map(({ value }) => value) as [Word, ...Word[]];
	return {
		property: { displayName, type: 'options', options: [...options], default: usual, description },
		schema: oneOf(...words),
		whenEmpty: usual,
		sample,
	};
}

/** One of the words in the API document. An expression may give another word, which the service then checks. */
export function choice(
	displayName: string,
	{
		description,
		options,
		default: usual = options[0]?.value ?? '',
	}: {
		description: string;
		options: ReadonlyArray<{ name: string; value: string; description?: string }>;
		/** By default, the first. */
		default?: string;
	},
): Field<string> {
	const property: FieldProperty = {
		displayName,
		type: 'options',
		options: options.map((option) => ({ ...option })),
		default: usual,
		description,
	};
	return { property, schema: idSchema };
}
