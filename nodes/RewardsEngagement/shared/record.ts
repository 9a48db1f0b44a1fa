import { z } from 'zod';

import { isRecord } from './json';

/**
 * A record of the service. Any field may be missing and unknown ones pass through, because the service grows and
 * an answer must reach the workflow whatever it holds.
 *
 * @param simplified of a record with more than ten fields, the ones that most workflows need: at most ten, the most
 * used first, and before all the one that identifies the record
 * @param forModels the fields that a language model gets unasked, where they are others than `simplified`. They begin
 * with the same one. No email, wallet or note of a member is among them, and no address that opens a file.
 * @param olderNames of fields, under which a service of an older kind gives them: the simplified form has that one then
 */
export function record<
	Shape extends z.ZodRawShape,
	const Older extends OlderNames = Readonly<Record<never, string>>,
>(
	shape: Shape,
	{
		simplified,
		forModels = simplified,
		olderNames,
	}: {
		simplified?: ReadonlyArray<keyof Shape & string>;
		forModels?: ReadonlyArray<keyof Shape & string>;
		olderNames?: Older & { readonly [Name in keyof Older]: Name extends keyof Shape ? string : never };
	} = {},
) {
	const schema = z.object(shape).partial().passthrough();
	const named: SimplifiedLists & { olderNames?: Older } = { simplified, forModels, olderNames };
	return Object.assign(schema, named);
}

/** The fields of a record's simplified form: for people, and for language models. */
interface SimplifiedLists {
	simplified?: readonly string[];
	forModels?: readonly string[];
}

/** Of fields of a record, by the name that they have now. */
export type OlderNames = Readonly<Partial<Record<string, string>>>;

/**
 * A record as the service sent it. Only what its schema declares can be read, also by an older name. The value may be
 * anything, because no schema has looked at it.
 */
export type Sent<Schema extends z.AnyZodObject> = {
	readonly [Name in keyof Schema['shape'] | OlderNameOf<Schema>]: Name extends keyof Schema['shape']
		? SentValue<Schema['shape'][Name]>
		: unknown;
};

/** What the service may send in the place of a record. */
export type NoRecord = string | number | boolean | null | undefined | readonly unknown[];

/** Whether a value is a record as the service sent it. That says nothing about its fields. */
export function isSent<Schema extends z.AnyZodObject>(value: unknown): value is Sent<Schema> {
	return isRecord(value);
}

type OlderNameOf<Schema> = Schema extends { olderNames?: infer Older }
	? Extract<NonNullable<Older>[keyof NonNullable<Older>], string>
	: never;

type SentValue<Schema> = Schema extends z.ZodOptional<infer Inner> | z.ZodNullable<infer Inner>
	? SentValue<Inner>
	: Schema extends z.AnyZodObject
		? Sent<Schema> | NoRecord
		: unknown;

/** The names that fields of a record had in a service of an older kind. */
export function olderNamesOf(schema: z.ZodTypeAny): OlderNames {
	return (schema as { olderNames?: OlderNames }).olderNames ?? {};
}

/** The names of a record's simplified form; none for one that is given as it is. */
export function simplifiedFields(schema: z.ZodTypeAny): readonly string[] | undefined {
	return (schema as SimplifiedLists).simplified;
}

/** The names of the fields that a language model gets of a record unasked; none for one that is given as it is. */
export function modelFields(schema: z.ZodTypeAny): readonly string[] | undefined {
	return (schema as SimplifiedLists).forModels;
}

/** Text in ISO 8601, such as `2026-03-01T09:30:00.000Z`. */
export const dateTime = z.string().describe('ISO 8601 date and time');

/** Free-form JSON object. */
export const freeObject = z.record(z.unknown());
