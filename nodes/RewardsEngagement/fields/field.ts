import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { RecordName } from './recordName';

/** How a field looks in the editor; its name is the key it is declared under. */
export type FieldProperty = Omit<INodeProperties, 'name' | 'required'>;

/** One parameter of an operation: how it looks, and what counts as a value. */
export interface Field<T> {
	property: FieldProperty;
	/** Turns what the user or an expression gave into the value that is sent, or says what is wrong with it. */
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	/** The schema of a value that means another one in another time zone, such as Europe/Berlin. In a run it replaces `schema`. */
	schemaIn?: (timezone: string) => z.ZodType<T, z.ZodTypeDef, unknown>;
	/** Of a resource locator: what counts as a value in a mode that does not take the ID, by the name of the mode. */
	byMode?: Readonly<Record<string, z.ZodType<RecordName, z.ZodTypeDef, unknown>>>;
	/** May be left empty. An expression that comes out empty is refused all the same: it is a slip, not a choice. */
	optional?: boolean;
	/** Of one that may be left empty: where it may not, so that the editor marks it. The request refuses it then. */
	needed?: NeededWhere;
	/** What an empty field means. n8n leaves out of a saved workflow what stands at its default. */
	whenEmpty?: T;
	/** What an empty field means: the value the credential holds. */
	fallback?: CredentialValue;
	/** Whoever owns the workflow decides it: no expression may, as it could be an item's or an AI model's. */
	isFixed?: boolean;
	/** It says what is acted on: a part of it that is missing would make it the name of something else. */
	isName?: boolean;
	/**
	 * Of an expression of several parts: whether one may be empty between what stands before and after it. A part of a text
	 * may. Any other value without a part of it is another value, so an empty part is refused by default.
	 */
	allowsEmptyPart?: (before: string, after: string) => boolean;
	/** What it names, where the service may call that otherwise than its label does; and what to do where it is not found. */
	record?: { nouns: readonly string[]; whenMissing?: string };
	/** The API field that it adds to, where it is none itself. */
	addsTo?: string;
	/** A value as a user gives it, for tests: needed where none follows from the property. */
	sample?: unknown;
}

/**
 * What another parameter says: one of some values, where the field is shown for no others, or a single one; or nothing.
 * It is named by its path from the top where it is in a collection.
 */
export type NeededWhere = { parameter: string; is: readonly string[] } | { parameter: string; isEmpty: true };

/** Fields of the credential that a parameter can override. */
export type CredentialValue = 'realmId' | 'clientId';

export type Fields = Record<string, Field<unknown>>;

/** Where an operation has its fields. */
export interface FieldGroups {
	parameters: Fields;
	additionalFields?: Fields;
	updateFields?: Fields;
}

/** All fields of an operation, wherever the panel shows them. */
export function allFields({ parameters, additionalFields, updateFields }: FieldGroups): Fields {
	return { ...parameters, ...additionalFields, ...updateFields };
}

/** Whether a field needs a value: it may not be left empty, and an empty one means nothing. */
export function mustBeGiven({ optional, fallback, whenEmpty }: Field<unknown>): boolean {
	return !optional && !fallback && whenEmpty === undefined;
}

/** The values of a set of fields, as `request` gets them. */
export type Values<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** The field, which may be left empty. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
	const { property } = field;
	return { ...field, property: property.type === 'json' ? asText(property) : property, optional: true };
}

/** n8n's editor of JSON marks an empty value as if it were wrong, and shows no placeholder; that of text does neither. */
function asText(property: FieldProperty): FieldProperty {
	return { ...property, type: 'string', typeOptions: { rows: 4 }, hint: 'JSON (optional)' };
}
