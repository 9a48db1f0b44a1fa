import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { Client } from '../api/client';

/** A field's look in the editor. Its name is the key under which it is declared. */
export type FieldProperty = Omit<INodeProperties, 'name' | 'required'>;

/** One parameter of an operation: its look, and its valid values. */
export interface Field<T> {
	property: FieldProperty;
	/** Turns the value from the user or an expression into the value that is sent, or says what is wrong with it. */
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	/** The schema for a value that depends on the time zone, such as Europe/Berlin. In a run it replaces `schema`. */
	schemaIn?: (timezone: string) => z.ZodType<T, z.ZodTypeDef, unknown>;
	/** For a resource locator: the schemas of modes that do not take the ID, by mode. */
	byMode?: Readonly<Record<string, z.ZodType<RecordName, z.ZodTypeDef, unknown>>>;
	/** For a resource locator: the mode of a value that is certainly no ID, such as an email address. */
	modeOf?: (value: unknown) => string | undefined;
	/**
	 * May be left empty. An expression with an empty result is refused anyway, because it is a mistake, not a choice.
	 */
	optional?: boolean;
	/**
	 * For an optional field: when it is required, so that the editor marks it. The request then refuses an empty
	 * value.
	 */
	needed?: NeededWhere;
	/** The meaning of an empty field. n8n does not save a parameter that equals its default. */
	whenEmpty?: T;
	/** The credential field that replaces an empty field. */
	fallback?: CredentialValue;
	/**
	 * The workflow's owner sets it. Expressions are refused, because an item or an AI model could decide their value.
	 */
	isFixed?: boolean;
	/**
	 * For a member of a collection: it limits what the node does, such as a maximum amount or a filter. It is never
	 * ignored because it is empty, and an AI model cannot set it.
	 */
	isGuard?: boolean;
	/**
	 * For a member of a collection: without it, the request would act on more. So a model cannot leave it out with an
	 * empty value.
	 */
	narrows?: boolean;
	/** It names the record that is acted on. With a missing part it would name another record. */
	isName?: boolean;
	/** A word, a name or a filter. What an expression gives needs text, although it names no record. */
	needsText?: boolean;
	/** For rows: the member that names a row, which needs text too. */
	rowName?: string;
	/**
	 * For an expression of several parts: whether a part may be empty, given the text before and after it. In a text,
	 * a part may be empty. Any other value changes without it, so by default an empty part is refused.
	 */
	allowsEmptyPart?: (before: string, after: string) => boolean;
	/** What to do if the service does not find the record that it names. */
	whenMissing?: string;
	/** The API field that this field is merged into, if it is not an API field itself. */
	addsTo?: string;
	/** An example value for tests. Needed if the property has none. */
	sample?: unknown;
}

/**
 * The value of another parameter: one of some values, or empty. `is` either lists all values for which the field is
 * shown, or a single one. In a collection, the parameter's name is its path from the top.
 */
export type NeededWhere = { parameter: string; is: readonly string[] } | { parameter: string; isEmpty: true };

/** Fields of the credential that a parameter can override. */
export type CredentialValue = 'realmId' | 'clientId';

/** A value that names a record without its ID. It replaces the ID until the record is looked up. */
export class RecordName {
	/** @param type kind of the text, such as `email` */
	constructor(
		readonly finder: Finder,
		readonly type: string,
		readonly text: string,
	) {}
}

/** What a person calls a record. */
export interface RecordLabel {
	name: string;
	/** Of a member, if it is known. */
	email?: string;
}

/** The labels of records, by field. */
export type Labels = Readonly<Record<string, RecordLabel>>;

/** The record with a name, or why no record certainly matches. */
export type Found = ({ id: string } & RecordLabel) | { wrong: string; advice: string };

/** Looks up records. */
export interface Finder {
	/** The most names per request. */
	maxNames: number;
	/**
	 * Looks up names of one type.
	 *
	 * @returns the result for each name, in order
	 * @throws {Problem} if the request fails
	 */
	find(client: Client, realmId: string, type: string, names: readonly string[]): Promise<Found[]>;
}

export type Fields = Record<string, Field<unknown>>;

/** The values of a set of fields, as `request` gets them. */
export type Values<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** A collection of the panel with its members. */
export interface Collection<F extends Fields = Fields> {
	name: string;
	displayName: string;
	fields: F;
}

/** The groups in which an operation has its fields. */
export interface FieldGroups {
	parameters: Fields;
	additionalFields?: Fields;
	updateFields?: Fields;
}

export function allFields({ parameters, additionalFields, updateFields }: FieldGroups): Fields {
	return { ...parameters, ...additionalFields, ...updateFields };
}

/** Whether a field needs a value: it is not optional, and has no meaning if empty. */
export function mustBeGiven({ optional, fallback, whenEmpty }: Field<unknown>): boolean {
	return !optional && !fallback && whenEmpty === undefined;
}

/** Makes a field optional. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
	const { property } = field;
	return { ...field, property: property.type === 'json' ? asText(property) : property, optional: true };
}

/** n8n's JSON editor marks an empty value as wrong, and shows no placeholder. Its text editor does neither. */
function asText(property: FieldProperty): FieldProperty {
	return { ...property, type: 'string', typeOptions: { rows: 4 }, hint: 'JSON (optional)' };
}

/**
 * These fields as the panel shows them.
 *
 * @param required the names of the fields that n8n marks as required
 */
export function propertiesOf(fields: Fields, required: readonly string[] = []): INodeProperties[] {
	return Object.entries(fields).map(([name, { property }]) => ({
		...property,
		name,
		...(required.includes(name) && { required: true }),
	}));
}

/** A collection as the panel shows it. */
export function collectionProperty(
	{ name, displayName, fields }: Collection,
	text: Pick<INodeProperties, 'placeholder' | 'description'>,
): INodeProperties {
	const options = propertiesOf(fields);
	return { displayName, name, type: 'collection', default: {}, ...text, options };
}

/** The value to send, or what is wrong with the given value. */
export type Reading<T> = { value: T } | { wrong: string };

/** The schema of a function that reads values. */
export function reading<T>(read: (value: unknown) => Reading<T>) {
	return z.unknown().transform((given, context): T => {
		const result = read(given);
		if ('value' in result) return result.value;
		context.addIssue({ code: z.ZodIssueCode.custom, message: result.wrong, fatal: true });
		return z.NEVER;
	});
}

/** The message for a value of another kind, or for no value. It replaces zod's "Invalid input" and "Required". */
export function saying(message: string): { errorMap: z.ZodErrorMap } {
	return { errorMap: () => ({ message }) };
}

/** One of a few words, and no other. */
export function oneOf<const Word extends string>(...words: readonly Word[]): z.ZodEnum<[Word, ...Word[]]> {
	return z.enum(words as [Word, ...Word[]], saying(`must be one of ${words.join(', ')}`));
}
