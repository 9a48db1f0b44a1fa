import { z } from 'zod';

import { isRecord } from './json';

/**
 * A record of the service. Any field may be missing and unknown ones are kept, because the service grows and every
 * response must reach the workflow.
 *
 * @param simplified for a record with more than ten fields: the at most ten fields that most workflows need. The
 * first identifies the record. The others follow, most used first.
 * @param forModels the fields that a language model gets by default, if they differ from `simplified`. The first one
 * is the same. They never include an email, a wallet or a note of a member, or an address that opens a file.
 * @param derived fields of the simplified form that the service does not send, made from the record
 * @param olderNames names that an older service uses for fields. The simplified form then has the older name.
 */
export function record<
	Shape extends z.ZodRawShape,
	const Older extends OlderNames = Readonly<Record<never, string>>,
>(
	shape: Shape,
	{
		simplified,
		forModels = simplified,
		derived,
		olderNames,
	}: {
		simplified?: ReadonlyArray<keyof Shape & string>;
		forModels?: ReadonlyArray<keyof Shape & string>;
		derived?: Derived;
		olderNames?: Older & { readonly [Name in keyof Older]: Name extends keyof Shape ? string : never };
	} = {},
) {
	const schema = z.object(shape).partial().passthrough();
	const named: SimplifiedLists & { olderNames?: Older } = { simplified, forModels, derived, olderNames };
	return Object.assign(schema, named);
}

/** The fields of a record's simplified form: for users, and for language models. */
interface SimplifiedLists {
	simplified?: readonly string[];
	forModels?: readonly string[];
	derived?: Derived;
}

/** By name, what makes the field from the record. `undefined` if the record has nothing for it. */
export type Derived = Readonly<Record<string, (sent: Readonly<Record<string, unknown>>) => unknown>>;

/** By the present name of the field. */
export type OlderNames = Readonly<Partial<Record<string, string>>>;

/**
 * A record as the service sent it. Only the fields of its schema can be read, also by an older name. A value may be
 * anything, because no schema has checked it.
 */
export type Sent<Schema extends z.AnyZodObject> = {
	readonly [Name in keyof Schema['shape'] | OlderNameOf<Schema>]: Name extends keyof Schema['shape']
		? SentValue<Schema['shape'][Name]>
		: unknown;
};

/** Values that the service may send instead of a record. */
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

/** The names that fields of a record had in an older service. */
export function olderNamesOf(schema: z.ZodTypeAny): OlderNames {
	return (schema as { olderNames?: OlderNames }).olderNames ?? {};
}

/** The fields of a record that are made from its other fields. */
export function derivedFields(schema: z.ZodTypeAny): Derived {
	return (schema as SimplifiedLists).derived ?? {};
}

/** The names of a record's simplified form. `undefined` if the record is returned unchanged. */
export function simplifiedFields(schema: z.ZodTypeAny): readonly string[] | undefined {
	return (schema as SimplifiedLists).simplified;
}

/**
 * The names of the fields of a record that a language model gets by default. `undefined` if the record is returned
 * unchanged.
 */
export function modelFields(schema: z.ZodTypeAny): readonly string[] | undefined {
	return (schema as SimplifiedLists).forModels;
}

/** Text in ISO 8601, such as `2026-03-01T09:30:00.000Z`. */
export const dateTime = z.string().describe('ISO 8601 date and time');

export const freeObject = z.record(z.unknown());
