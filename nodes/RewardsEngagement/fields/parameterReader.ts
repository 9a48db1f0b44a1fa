import { isExpression, type IExecuteFunctions, type IGetNodeParameterOptions } from 'n8n-workflow';

import { unsentProblem } from '../errors';
import { checkValue } from './checkValue';
import {
	ExpressionReader,
	type Collection,
	type Evaluation,
	type ParameterSource,
	type Read,
} from './expressionReader';
import type { CredentialValue, Field, Fields, Values } from './field';
import { holdsExpression, isLocator, isNothing, meantValue, membersIn, plainValue } from './given';
import type { KeyPart } from './keyText';

/** The n8n functions for parameters in places without items: hooks, webhooks and polls. */
export interface TriggerContext {
	getNodeParameter(name: string, fallback: unknown, options: IGetNodeParameterOptions): unknown;
	/** n8n has it in all of these places, but its types declare it only for webhooks. */
	evaluateExpression?(expression: string, itemIndex: number): unknown;
}

interface ReaderOptions extends Evaluation {
	/** The credential's values that replace empty fields. */
	credential?: Readonly<Record<CredentialValue, string>>;
	/** Returns the time zone of the workflow. */
	timezone?: () => string;
	/** Whether an AI agent runs the node. */
	isTool?: boolean;
}

/**
 * Reads and checks a node's parameters. An expression that gives nothing is always refused, and never counts as an
 * empty field. A parameter without expressions is read and checked once, all others for each item.
 *
 * All readers throw {@link Problem}, which names the field and what is wrong with it. In a run they also
 * throw n8n's error for a failed expression.
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

	/** Whether these parameters are the same for all items. */
	isFixed(...names: string[]): boolean {
		return !names.some((name) => holdsExpression(this.written(name, '')));
	}

	/** A parameter as the user wrote it. */
	written(name: string, fallback: string | object): unknown {
		return this.source.getNodeParameter(name, 0, fallback, { rawExpressions: true });
	}

	/** A top-level parameter. Readers are cached by name, so a name must always come with the same field. */
	field<T>(name: string, field: Field<T>, itemIndex = 0): T {
		const read = this.fields.get(name) ?? this.ofField(name, field);
		this.fields.set(name, read);
		return read(itemIndex) as T;
	}

	/** A reader for a top-level parameter. */
	ofField(name: string, field: Field<unknown>): Read<unknown> {
		const written = this.written(name, '');
		if (field.isFixed && isWrittenAsExpression(written)) return () => refuseExpression(field);
		const isEmptyChoice = field.property.typeOptions?.loadOptionsMethod !== undefined && isEmpty(written);
		return this.reader(name, field, written, (given) =>
			isNothing(plainValue(given)) || isEmptyChoice ? this.ofEmpty(field) : this.checked(field, given),
		);
	}

	/** A reader for all members of a collection that the user added. */
	ofCollection<F extends Fields>(collection: Collection<F>): Read<Readonly<Partial<Values<F>>>> {
		return this.ofMembers(collection, collection.fields) as Read<Readonly<Partial<Values<F>>>>;
	}

	/** One member of a collection, without evaluating the others. `undefined` if the user did not add it. */
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
		// A trigger must not quote the value: its messages go to n8n's log, and its expression may have read an
		// unverified request. A name replaces the ID until it is looked up.
		return checkValue({ ...field, schema: schema as Field<T>['schema'] }, plainValue(given), !isTrigger);
	}

	/**
	 * The parts of a text with several expressions, for an item. Each expression is evaluated once.
	 *
	 * @returns `undefined` if the text has one part, or if only n8n can split it
	 */
	partsOf(name: string, itemIndex: number): KeyPart[] | undefined {
		const readers = this.composed.get(name) ?? this.expressions.parts(name, this.written(name, ''));
		this.composed.set(name, readers);
		return readers.length === 0 ? undefined : readers.map((read) => read(itemIndex));
	}

	/** The value of an empty field. */
	private ofEmpty(field: Field<unknown>): unknown {
		const { displayName } = field.property;
		if (field.fallback) {
			const held = this.options.credential?.[field.fallback] ?? '';
			if (held !== '') return this.checked(field, held);
			if (field.optional) return undefined;
			throw unsentProblem(
				`"${displayName}" is required: enter it here or in the credential`,
				`Fill in "${displayName}" in one of them. Nothing was sent.`,
			);
		}
		if (field.whenEmpty !== undefined) return field.whenEmpty;
		if (field.optional) return undefined;
		throw unsentProblem(`"${displayName}" is empty`, `Fill in "${displayName}". Nothing was sent.`);
	}

	private ofMembers(collection: Collection, wanted: Fields): Read<Record<string, unknown>> {
		const { name, displayName } = collection;
		if (Object.keys(wanted).length === 0) return () => ({});
		const written = this.written(name, {}) ?? {};
		if (isExpression(written)) {
			const hasGuard = Object.values(wanted).some(({ isGuard }) => isGuard);
			return hasGuard && this.isOfModel(written)
				? () => refuseModel(displayName)
				: this.ofComputed(collection, wanted, written);
		}
		const added = membersIn(displayName, written);
		// In declaration order, so that the request does not depend on the order in the panel.
		const readers = Object.entries(wanted)
			.filter(([key, { isGuard }]) => added[key] !== undefined && (isGuard || added[key] !== null))
			.map(([key, field]) => {
				if (field.isGuard && this.isOfModel(added[key]))
					return [key, () => refuseModel(field.property.displayName)] as const;
				const toValue = (given: unknown) => this.ofMember(field, given, displayName);
				return [key, this.reader(`${name}.${key}`, field, added[key], toValue)] as const;
			});
		const read = (itemIndex: number) =>
			Object.fromEntries(readers.map(([key, reader]) => [key, reader(itemIndex)]));
		return readers.some(([key]) => holdsExpression(added[key])) ? read : once(read);
	}

	/** For a collection that is one expression. */
	private ofComputed(collection: Collection, wanted: Fields, written: string): Read<Record<string, unknown>> {
		const read = this.expressions.collection(collection, written);
		return (itemIndex) => {
			const added = read(itemIndex);
			const members = Object.entries(wanted)
				.filter(([key]) => Object.hasOwn(added, key))
				.map(([key, field]) => {
					const value = this.expressions.memberOf(field, written, added[key]);
					return [key, this.ofMember(field, value, collection.displayName)];
				});
			return Object.fromEntries(members) as Record<string, unknown>;
		};
	}

	/** A user who adds a member and leaves it empty may mean an empty text. An empty limit would limit nothing. */
	private ofMember(field: Field<unknown>, given: unknown, collection: string): unknown {
		if (isNothing(plainValue(given))) {
			if (field.isGuard) refuseEmpty(field, collection);
			if (field.optional) return this.ofEmpty(field);
		}
		return this.checked(field, given);
	}

	/**
	 * Whether an AI model could set a value. In a tool that is every expression: the model's values are in the item
	 * that expressions read (n8n-workflow, `workflow-data-proxy.js`), not only in `$fromAI`.
	 */
	private isOfModel(written: unknown): boolean {
		return isExpression(written) && (this.options.isTool === true || FROM_MODEL.test(written));
	}

	/** @param toValue checks the value, only once if it is fixed */
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

/** A reader for a trigger's parameters in a hook, a webhook, a poll, or an execution of the trigger. */
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

/** Reads once, and then always returns or throws the same. */
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

/** n8n accepts it in three spellings. */
const FROM_MODEL = /\$fromai/i;

function refuseModel(displayName: string): never {
	throw unsentProblem(
		`"${displayName}" is an expression that an AI model could set`,
		'Enter a fixed value. Only the workflow owner may set this option. Nothing was sent.',
	);
}

/** The editor saves null for a cleared number. */
function refuseEmpty({ property: { displayName } }: Field<unknown>, collection: string): never {
	throw unsentProblem(
		`"${displayName}" is empty`,
		`Fill in "${displayName}", or remove it from "${collection}". Nothing was sent.`,
	);
}

/** Whether no option of a list is chosen. The panel then saves an empty list. */
function isEmpty(written: unknown): boolean {
	return Array.isArray(written) && written.length === 0;
}

/** If the panel allows no expression for a field, n8n removes the `=` of an expression and keeps its braces. */
function isWrittenAsExpression(written: unknown): boolean {
	return isExpression(written) || (typeof written === 'string' && written.includes('{{'));
}

function refuseExpression({ property: { displayName } }: Field<unknown>): never {
	throw unsentProblem(
		`"${displayName}" cannot be an expression`,
		`Choose a fixed value for "${displayName}". The workflow owner decides it, not an item or an AI model. Nothing was sent.`,
	);
}
