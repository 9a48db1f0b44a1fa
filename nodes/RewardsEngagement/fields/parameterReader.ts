import { isExpression, type IExecuteFunctions, type IGetNodeParameterOptions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { isRecord } from '../shared/json';
import { checkValue } from './checkValue';
import {
	ExpressionReader,
	type Collection,
	type Evaluation,
	type ParameterSource,
	type Read,
} from './expressionReader';
import type { CredentialValue, Field, Fields, Values } from './field';
import { holdsExpression, isLocator, isNothing, meantValue, plainValue } from './given';
import type { KeyPart } from './keyText';

/** Where n8n gives them without items: hooks, webhooks and polls. */
export interface TriggerContext {
	getNodeParameter(name: string, fallback: unknown, options: IGetNodeParameterOptions): unknown;
	/** Every n8n has it in all of these places, but its types promise it in webhooks alone. */
	evaluateExpression?(expression: string, itemIndex: number): unknown;
}

interface ReaderOptions extends Evaluation {
	/** The values that an empty field falls back to. */
	credential?: Readonly<Record<CredentialValue, string>>;
	/** Gives the time zone of the workflow. */
	timezone?: () => string;
}

/**
 * Reads and checks a node's parameters. What is read is what was written: an expression that gives nothing is refused
 * wherever it stands, and never taken for an empty field. What holds no expression is read and checked once, and only the
 * rest for each item.
 *
 * All readers throw {@link InvalidParameter}, which names the field and what is wrong with it. In a run they also throw
 * what n8n throws for an expression that fails.
 */
export class ParameterReader {
	private readonly fields = new Map<string, Read<unknown>>();

	private readonly composed = new Map<string, Array<Read<KeyPart>>>();

	private readonly expressions: ExpressionReader;

	constructor(
		private readonly source: ParameterSource,
		private readonly options: ReaderOptions = {},
	) {
		this.expressions = new ExpressionReader(source, options);
	}

	/** Whether these are the same for all items. */
	isFixed(...names: string[]): boolean {
		return !names.some((name) => holdsExpression(this.written(name, '')));
	}

	/** A parameter as the user wrote it. */
	written(name: string, fallback: string | object): unknown {
		return this.source.getNodeParameter(name, 0, fallback, { rawExpressions: true });
	}

	/** A top-level parameter. It is one of this name alone, as its reader is kept by the name. */
	field<T>(name: string, field: Field<T>, itemIndex = 0): T {
		const read = this.fields.get(name) ?? this.ofField(name, field);
		this.fields.set(name, read);
		return read(itemIndex) as T;
	}

	/** A reader of a top-level parameter. */
	ofField(name: string, field: Field<unknown>): Read<unknown> {
		const written = this.written(name, '');
		if (field.isFixed && isWrittenAsExpression(written)) return () => refuseExpression(field);
		const isEmptyChoice = field.property.typeOptions?.loadOptionsMethod !== undefined && isEmpty(written);
		return this.reader(name, field, written, (given) =>
			isNothing(plainValue(given)) || isEmptyChoice ? this.ofEmpty(field) : this.checked(field, given),
		);
	}

	/** A reader of all members of a collection that the user added. */
	ofCollection<F extends Fields>(collection: Collection<F>): Read<Readonly<Partial<Values<F>>>> {
		return this.ofMembers(collection, collection.fields) as Read<Readonly<Partial<Values<F>>>>;
	}

	/** One member of a collection. No other is evaluated. Of one that was not added, `undefined`. */
	member<F extends Fields, Name extends keyof F & string>(
		collection: Collection<F>,
		name: Name,
	): Values<F>[Name] | undefined {
		const only = { [name]: collection.fields[name] as Field<unknown> };
		return this.ofMembers(collection, only)(0)[name] as Values<F>[Name] | undefined;
	}

	/** Checks a value that was read in another way. */
	checked<T>(field: Field<T>, given: unknown): T {
		const { timezone, isTrigger } = this.options;
		const byMode = isLocator(given) ? field.byMode?.[String(given.mode)] : undefined;
		const schema = byMode ?? (timezone && field.schemaIn?.(timezone())) ?? field.schema;
		// What a trigger says goes to n8n's log, and an expression of it may have read a request that is not verified.
		// A name stands for the ID until it is looked up.
		return checkValue({ ...field, schema: schema as Field<T>['schema'] }, plainValue(given), !isTrigger);
	}

	/**
	 * What a text is put together of, for an item, where it is more than one expression. Each is evaluated once.
	 *
	 * @returns nothing for what is not put together, or in a way that only n8n understands
	 */
	partsOf(name: string, itemIndex: number): KeyPart[] | undefined {
		const readers = this.composed.get(name) ?? this.expressions.parts(name, this.written(name, ''));
		this.composed.set(name, readers);
		return readers.length === 0 ? undefined : readers.map((read) => read(itemIndex));
	}

	/** What a field means that was left empty. */
	private ofEmpty(field: Field<unknown>): unknown {
		const { displayName } = field.property;
		if (field.fallback) {
			const held = this.options.credential?.[field.fallback] ?? '';
			if (held !== '') return this.checked(field, held);
			if (field.optional) return undefined;
			throw new InvalidParameter(
				`"${displayName}" is empty, here and in the credential`,
				`Fill in "${displayName}" in one of them. Nothing was sent.`,
			);
		}
		if (field.whenEmpty !== undefined) return field.whenEmpty;
		if (field.optional) return undefined;
		throw new InvalidParameter(`"${displayName}" is empty`, `Fill in "${displayName}". Nothing was sent.`);
	}

	private ofMembers(collection: Collection, wanted: Fields): Read<Record<string, unknown>> {
		const written = this.written(collection.name, {});
		if (isExpression(written)) return this.ofComputed(collection, wanted, written);
		const added: Readonly<Record<string, unknown>> = isRecord(written) ? written : {};
		// In the order of the declaration, so that a request is the same however it was put together in the panel.
		const readers = Object.entries(wanted)
			.filter(([key]) => added[key] !== undefined && added[key] !== null)
			.map(([key, field]) => {
				const toValue = (given: unknown) => this.ofMember(field, given);
				return [key, this.reader(`${collection.name}.${key}`, field, added[key], toValue)] as const;
			});
		const read = (itemIndex: number) =>
			Object.fromEntries(readers.map(([key, reader]) => [key, reader(itemIndex)]));
		return readers.some(([key]) => holdsExpression(added[key])) ? read : once(read);
	}

	/** Of a collection that is one expression. */
	private ofComputed(collection: Collection, wanted: Fields, written: string): Read<Record<string, unknown>> {
		const read = this.expressions.collection(collection, written);
		return (itemIndex) => {
			const added = read(itemIndex);
			const members = Object.entries(wanted)
				.filter(([key]) => Object.hasOwn(added, key))
				.map(([key, field]) => {
					const value = this.expressions.memberOf(field, written, added[key]);
					return [key, this.ofMember(field, value)];
				});
			return Object.fromEntries(members) as Record<string, unknown>;
		};
	}

	/** Whoever adds a member and leaves it empty may mean an empty text. */
	private ofMember(field: Field<unknown>, given: unknown): unknown {
		return field.optional && isNothing(plainValue(given)) ? this.ofEmpty(field) : this.checked(field, given);
	}

	/** @param toValue checks what was given; fixed values are checked once */
	private reader(
		path: string,
		field: Field<unknown>,
		written: unknown,
		toValue: (given: unknown) => unknown,
	): Read<unknown> {
		if (!holdsExpression(written)) return once(() => toValue(meantValue(field, written)));
		const read = this.expressions.value(path, field, written);
		return (itemIndex) => toValue(read(itemIndex));
	}
}

/** A reader of a trigger's parameters, in a hook, a webhook or a poll, or in an execution of the trigger. */
export function triggerReader(
	context: TriggerContext | IExecuteFunctions,
	credential?: ReaderOptions['credential'],
): ParameterReader {
	const source: ParameterSource =
		'getInputData' in context
			? context
			: {
					getNodeParameter: (name, _itemIndex, fallback, options) =>
						context.getNodeParameter(name, fallback, options),
					evaluateExpression: (expression) => context.evaluateExpression?.(expression, 0),
				};
	return new ParameterReader(source, { credential, isTrigger: true });
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

/** Whether nothing is chosen of a list. The panel then writes an empty one. */
function isEmpty(written: unknown): boolean {
	return Array.isArray(written) && written.length === 0;
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
