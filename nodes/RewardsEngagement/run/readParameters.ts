import { isExpression, type IExecuteFunctions } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { InvalidParameter } from '../errors/invalidParameter';
import {
	chunksOf,
	codeOf,
	composedIn,
	refuseGaps,
	type Chunk,
	type CodeChunk,
	type Composed,
} from '../fields/composedText';
import type { Field, Fields } from '../fields/field';
import {
	givenCollection,
	givenValue,
	holdsExpression,
	isLocator,
	isNothing,
	plainValue,
} from '../fields/given';
import type { KeyPart } from '../fields/keyText';
import { realmId } from '../fields/realm';
import { isRecord } from '../shared/json';
import { OPTION_NAMES, optionFields, type RunOptions } from './options';
import type { LocalOperation, Operation } from './operation';
import type { PlainExpressions } from './plainExpression';

/** Where parameter values are read: the items of a run. */
export type ParameterSource = Pick<IExecuteFunctions, 'evaluateExpression' | 'getNodeParameter'>;

type AnyOperation = Operation | LocalOperation;

/** What one item asks of an operation, read and checked. */
export interface Parameters {
	/** A member of a collection that the user did not add is not there, so that it is not sent. */
	values: Record<string, unknown>;
	options: RunOptions;
}

/** Reads something for an item. */
type Read<T> = (itemIndex: number) => T;

/** Readers of all parameters of an operation. */
interface Form {
	topLevel: ReadonlyArray<readonly [string, Read<unknown>]>;
	additional: Read<Readonly<Record<string, unknown>>>;
	update: Read<Readonly<Record<string, unknown>>>;
	options: Read<Readonly<Record<string, unknown>>>;
}

const FOR_ITEM = ' for this item';

/** An operation's top-level parameters in the order of the panel, the realm included. */
export function topLevelFields({ parameters, realm = realmId }: AnyOperation): Fields {
	return realm ? { ...parameters, realmId: realm } : parameters;
}

/** The fields of an operation's options. */
export function optionsOf(operation: AnyOperation): Fields {
	if ('run' in operation) return operation.options ?? {};
	if (operation.isOffline) return {};
	const { effect, perform, merge, spends, bulk, usualTimeoutSeconds } = operation;
	return optionFields({
		effect,
		isPlain: perform === undefined,
		isMergeable: merge !== undefined,
		isSpending: spends !== undefined,
		isBulk: bulk !== undefined,
		usualTimeoutSeconds,
	});
}

/**
 * Reads the node's parameters for the items of one run. What the user wrote is looked at once; what holds no expression
 * is also read and checked once, and only the rest for each item.
 */
export class ParameterReader {
	private readonly forms = new Map<AnyOperation, Form>();

	private readonly choices = new Map<string, Read<unknown>>();

	private readonly fields = new Map<Field<unknown>, Read<unknown>>();

	private readonly composed = new Map<string, Array<Read<KeyPart>> | undefined>();

	/** @param plain reads what n8n's engine of expressions is too slow for */
	constructor(
		private readonly source: ParameterSource,
		private readonly connection: Connection,
		private readonly plain?: PlainExpressions,
	) {}

	/** Whether these are the same for all items. */
	isFixed(...names: string[]): boolean {
		return !names.some((name) => holdsExpression(this.written(name, '')));
	}

	/**
	 * A choice that decides which other parameters there are.
	 *
	 * @throws {InvalidParameter} when it is an expression that gave nothing
	 */
	choice(name: 'resource' | 'operation', itemIndex: number): unknown {
		let read = this.choices.get(name);
		if (!read) {
			const displayName = name === 'resource' ? 'Resource' : 'Operation';
			read = this.value(name, { displayName }, this.written(name, ''), (value) => value);
			this.choices.set(name, read);
		}
		return read(itemIndex);
	}

	/**
	 * Reads and checks every parameter of an operation for one item.
	 *
	 * @throws {InvalidParameter} naming the field and what is wrong with it; whatever n8n throws for an expression that fails
	 */
	read(operation: AnyOperation, itemIndex: number): Parameters {
		const form = this.forms.get(operation) ?? this.formOf(operation);
		this.forms.set(operation, form);
		const values: Record<string, unknown> = {};
		for (const [name, read] of form.topLevel) values[name] = read(itemIndex);
		const additional = form.additional(itemIndex);
		const update = form.update(itemIndex);
		if (operation.updateFields && Object.keys(update).length === 0) {
			throw new InvalidParameter(
				'No field to update was given',
				'Add at least one field under "Update Fields". Nothing was sent.',
			);
		}
		const options = form.options(itemIndex);
		return { values: Object.assign(values, additional, update), options };
	}

	/**
	 * Reads and checks one top-level parameter for an item, apart from those of its operation.
	 *
	 * @throws {InvalidParameter} naming the field and what is wrong with it
	 */
	field<T>(name: string, field: Field<T>, itemIndex: number): T | undefined {
		const read = this.fields.get(field) ?? this.topLevel(name, field);
		this.fields.set(field, read);
		return read(itemIndex) as T | undefined;
	}

	/**
	 * Checks a value of a top-level parameter that was read in another way.
	 *
	 * @throws {InvalidParameter} naming the field and what is wrong with it
	 */
	checked<T>(field: Field<T>, given: unknown): T {
		return check(field, given) as T;
	}

	/** A parameter as the user wrote it. */
	written(name: string, fallback: string | object): unknown {
		return this.source.getNodeParameter(name, 0, fallback, { rawExpressions: true });
	}

	/**
	 * What a text is put together of, for an item, where it is more than one expression. Each is evaluated once.
	 *
	 * @returns nothing for what is not put together, or in a way that only n8n understands
	 */
	partsOf(name: string, itemIndex: number): KeyPart[] | undefined {
		const known = this.composed.has(name);
		const readers = known ? this.composed.get(name) : this.partReaders(this.written(name, ''));
		if (!known) this.composed.set(name, readers);
		return readers?.map((read) => read(itemIndex));
	}

	private partReaders(written: unknown): Array<Read<KeyPart>> | undefined {
		if (!isExpression(written)) return undefined;
		const chunks = chunksOf(written);
		// A backslash may keep n8n from taking braces for code; the last pair of braces may be open.
		const isUsual = chunks.every((chunk) =>
			chunk.type === 'text' ? !chunk.text.includes('\\') : chunk.hasClosingBrackets,
		);
		if (chunks.length < 2 || !isUsual) return undefined;
		return this.readersOf(chunks);
	}

	private formOf(operation: AnyOperation): Form {
		return {
			topLevel: Object.entries(topLevelFields(operation)).map(
				([name, field]) => [name, this.topLevel(name, field)] as const,
			),
			additional: this.collection('additionalFields', 'Additional Fields', operation.additionalFields ?? {}),
			update: this.collection('updateFields', 'Update Fields', operation.updateFields ?? {}),
			options: this.collection('options', 'Options', optionsOf(operation)),
		};
	}

	private topLevel(name: string, field: Field<unknown>): Read<unknown> {
		const toValue = (given: unknown) => (isNothing(given) ? this.ofEmpty(field) : check(field, given));
		const written = this.written(name, '');
		if (field.isFixed && isWrittenAsExpression(written)) return () => refuseExpression(field);
		return this.value(name, shownAs(field), written, toValue);
	}

	/** What a field means that was left empty. */
	private ofEmpty(field: Field<unknown>): unknown {
		const { displayName } = field.property;
		if (field.fallback) {
			const held = this.connection[field.fallback];
			if (held !== '') return check(field, held);
			throw new InvalidParameter(
				`"${displayName}" is empty, here and in the credential`,
				`Fill in "${displayName}" in one of them. Nothing was sent.`,
			);
		}
		if (field.whenEmpty !== undefined) return field.whenEmpty;
		if (field.optional) return undefined;
		throw new InvalidParameter(`"${displayName}" is empty`, `Fill in "${displayName}". Nothing was sent.`);
	}

	private collection(
		name: string,
		displayName: string,
		fields: Fields,
	): Read<Readonly<Record<string, unknown>>> {
		const names = Object.keys(fields);
		const written = this.written(name, {});
		const stranger = isRecord(written) ? strangerIn(written, names) : undefined;
		if (stranger !== undefined) return () => refuseStranger(displayName, stranger);
		if (names.length === 0) return () => ({});
		if (isExpression(written)) {
			return (itemIndex) => {
				const given = this.given(name, itemIndex);
				const collection = givenCollection(displayName, names, written, given, FOR_ITEM);
				return Object.fromEntries(
					Object.entries(fields)
						.filter(([key]) => Object.hasOwn(collection, key))
						.map(([key, field]) => {
							const value = givenValue(field.property.displayName, written, collection[key], FOR_ITEM);
							return [key, check(field, value)];
						}),
				);
			};
		}
		const added = new Map(Object.entries((written ?? {}) as Record<string, unknown>));
		// In the order of the declaration, so that a request is the same however it was put together in the panel.
		const readers = Object.entries(fields)
			.filter(([key]) => !isLeftOut(added.get(key)))
			.map(([key, field]) => {
				const toValue = (given: unknown) => check(field, given);
				const path = `${name}.${key}`;
				return [key, this.value(path, shownAs(field), added.get(key), toValue)] as const;
			});
		const read = (itemIndex: number) =>
			Object.fromEntries(readers.map(([key, reader]) => [key, reader(itemIndex)]));
		return names.some((key) => holdsExpression(added.get(key))) ? read : once(read);
	}

	/** @param toValue checks what was given; fixed values are checked once */
	private value(
		path: string,
		shown: Composed,
		written: unknown,
		toValue: (given: unknown) => unknown,
	): Read<unknown> {
		if (!holdsExpression(written)) return once(() => toValue(plainValue(written)));
		const plain = this.plainReader(written);
		const texts = composedIn(written).map((chunks) => this.readersOf(chunks));
		const given = (itemIndex: number) => {
			const value = plain?.(itemIndex) ?? this.given(path, itemIndex);
			// What is nothing as a whole is refused as a whole.
			if (holdsNothing(plainValue(value))) return value;
			for (const parts of texts)
				refuseGaps(
					shown,
					parts.map((read) => read(itemIndex)),
					FOR_ITEM,
				);
			return value;
		};
		return (itemIndex) => toValue(givenValue(shown.displayName, written, given(itemIndex), FOR_ITEM));
	}

	private readersOf(chunks: readonly Chunk[]): Array<Read<KeyPart>> {
		return chunks.map((chunk) => {
			if (chunk.type === 'code') return this.codeReader(chunk);
			const { text } = chunk;
			return () => ({ text });
		});
	}

	private codeReader(chunk: CodeChunk): Read<KeyPart> {
		const plain = this.plain?.ofCode(chunk.text);
		const code = codeOf(chunk);
		const evaluate = (itemIndex: number) => this.source.evaluateExpression(code, itemIndex);
		return (itemIndex) => ({ code, value: plain?.(itemIndex) ?? evaluate(itemIndex) });
	}

	/** A reader without n8n's engine of expressions, where the expression is that plain. */
	private plainReader(written: unknown): Read<unknown> | undefined {
		if (isExpression(written)) return this.plain?.of(written);
		if (!isLocator(written) || isExpression(written.mode)) return undefined;
		const ofValue = this.plain?.of(written.value);
		return (
			ofValue &&
			((itemIndex) => {
				const value = ofValue(itemIndex);
				return value === undefined ? undefined : { ...written, value };
			})
		);
	}

	/** Our own schemas check it: n8n's validation would go through all properties of the node for each. */
	private given(path: string, itemIndex: number): unknown {
		return this.source.getNodeParameter(path, itemIndex, '', { skipValidation: true });
	}
}

/** Reads the first time, and gives or throws the same from then on. */
function once<T>(read: Read<T>): Read<T> {
	let result: { value: T } | { thrown: unknown } | undefined;
	return (itemIndex) => {
		if (!result) {
			try {
				result = { value: read(itemIndex) };
			} catch (thrown) {
				result = { thrown };
			}
		}
		if ('thrown' in result) throw result.thrown;
		return result.value;
	};
}

function shownAs({ property: { displayName }, isName, allowsEmptyPart }: Field<unknown>): Composed {
	return { displayName, isName, allowsEmptyPart };
}

/** Nothing, or a list with an element that is. */
function holdsNothing(value: unknown): boolean {
	return Array.isArray(value) ? value.some(isNothing) : isNothing(value);
}

/** What is in a collection and no member of it. */
function strangerIn(written: Record<string, unknown>, names: readonly string[]): string | undefined {
	return Object.keys(written).find((name) => written[name] !== undefined && !names.includes(name));
}

/** It may be left of another operation. Whoever sees "Dry Run" there takes what is sent for a dry run. */
function refuseStranger(displayName: string, name: string): never {
	const shown = (displayName === 'Options' ? OPTION_NAMES[name] : undefined) ?? name;
	throw new InvalidParameter(
		`This operation has no "${shown}"`,
		`Remove "${shown}" from "${displayName}", or choose an operation that has it. Nothing was sent.`,
	);
}

/** If the panel allows no expression for a field, n8n removes the sign of an expression and leaves its braces. */
function isWrittenAsExpression(written: unknown): boolean {
	return isExpression(written) || (typeof written === 'string' && written.includes('{{'));
}

function refuseExpression({ property: { displayName } }: Field<unknown>): never {
	throw new InvalidParameter(
		`"${displayName}" cannot be an expression`,
		`Choose a fixed value for "${displayName}": the owner of the workflow decides it, not an item or an AI model. Nothing was sent.`,
	);
}

function isLeftOut(value: unknown): boolean {
	return value === undefined || value === null;
}

function check(field: Field<unknown>, raw: unknown): unknown {
	const result = field.schema.safeParse(raw);
	if (result.success) return result.data;
	const { displayName, typeOptions } = field.property;
	const given = typeOptions?.password ? '' : `, but is ${quote(raw)}`;
	const wrong = result.error.issues[0]?.message ?? 'must be another value';
	throw new InvalidParameter(
		`"${displayName}" ${wrong}${wrong.startsWith('must') ? given : ''}`,
		`Correct "${displayName}". Nothing was sent.`,
	);
}

/** A value in a few words. It may be anything, and need not be JSON. */
function quote(value: unknown): string {
	const words = wordsFor(value);
	return words.length > 80 ? `${words.slice(0, 80)}…` : words;
}

function wordsFor(value: unknown): string {
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	try {
		return JSON.stringify(value) ?? `a ${typeof value}`;
	} catch {
		return 'an object that is no JSON';
	}
}
