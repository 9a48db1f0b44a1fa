import { ExpressionError, ExpressionParser, isExpression, type INode } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import { isRecord } from '../shared/json';
import { refuseEmptyPart, splitText, textOf, type Chunk, type Part } from './composedText';
import { mustBeGiven, type Collection, type Field, type Fields, type Values } from './field';
import type { PlainExpressions } from './plainExpression';
import {
	hasText,
	holdsExpression,
	isGap,
	isLocator,
	meantValue,
	plainValue,
	valueOf,
	type Place,
	type Surroundings,
} from './value';

/** The parts of n8n's contexts that a reader needs: of an execution, a hook, a webhook or a poll. */
export interface ParameterSource {
	/** Its parameters are as the user wrote them. */
	getNode(): Pick<INode, 'parameters'>;
	/** n8n has it in all of these places, but its types declare it only for executions and webhooks. */
	evaluateExpression?(expression: string, itemIndex: number): unknown;
}

interface ReaderOptions extends Surroundings {
	/** Reads simple expressions without n8n's expression engine, which is slow. */
	plain?: PlainExpressions;
	/** Whether an AI agent runs the node. */
	isTool?: boolean;
}

/** Reads a value for an item. */
export type Read<T> = (itemIndex: number) => T;

/** An expression that was split. */
interface Template {
	parts: ReadonlyArray<Read<Part>>;
	/** Whether its text is these parts. Otherwise only n8n can put it together. */
	isPlain: boolean;
}

/**
 * Reads and checks the parameters of a node. An expression that gives nothing is always refused, and never counts as
 * an empty field. A parameter without expressions is read and checked once, all others for each item. The parts of a
 * text are evaluated once, so what was checked is what is sent.
 *
 * All methods and readers throw {@link Problem}, which names the field and what is wrong with it. In a run they also
 * throw n8n's error for a failed expression.
 */
export class ParameterReader {
	private readonly parameters: INode['parameters'];

	private readonly fields = new Map<string, Read<unknown>>();

	private readonly templates = new Map<string, Template>();

	/** The end of messages about a value. */
	private readonly where: string;

	constructor(
		private readonly source: ParameterSource,
		private readonly options: ReaderOptions = {},
	) {
		this.parameters = source.getNode().parameters;
		this.where = options.isTrigger ? '' : ' for this item';
	}

	/** A parameter as the user wrote it. */
	written(name: string): unknown {
		return this.parameters[name];
	}

	/** A member of a collection as the user wrote it. */
	writtenIn({ name, displayName }: Collection, member: string): unknown {
		return membersIn(displayName, this.written(name) ?? {})[member];
	}

	/** Whether these parameters are the same for all items. */
	isFixed(...names: string[]): boolean {
		return !names.some((name) => holdsExpression(this.written(name)));
	}

	/** A top-level parameter. Readers are cached by name, so a name must always come with the same field. */
	field<T>(name: string, field: Field<T>, itemIndex = 0): T {
		const read = this.fields.get(name) ?? this.ofField(name, field);
		this.fields.set(name, read);
		return read(itemIndex) as T;
	}

	/** A reader for a top-level parameter. */
	ofField(name: string, field: Field<unknown>): Read<unknown> {
		const written = this.written(name);
		// If no option of a list of the service is chosen, the panel saves an empty list.
		const isUnchosen = field.property.typeOptions?.loadOptionsMethod !== undefined && isEmptyList(written);
		return this.ofPlace({ field, path: name }, isUnchosen ? undefined : written);
	}

	/** A reader for the members of a collection that the user added, in the order of their declaration. */
	ofCollection<F extends Fields>({ name, displayName, fields }: Collection<F>): Read<Partial<Values<F>>> {
		const added = membersIn(displayName, this.written(name) ?? {});
		const readers = Object.entries(fields)
			// The editor saves null for a cleared number. An empty limit would limit nothing.
			.filter(([key, { isGuard }]) => added[key] !== undefined && (isGuard || added[key] !== null))
			.map(([key, field]) => {
				const place = { field, path: `${name}.${key}`, within: displayName };
				return [key, this.ofPlace(place, added[key])] as const;
			});
		const read = (itemIndex: number) =>
			Object.fromEntries(readers.map(([key, one]) => [key, one(itemIndex)])) as Partial<Values<F>>;
		return readers.some(([key]) => holdsExpression(added[key])) ? read : once(() => read(0));
	}

	/** One member of a collection, without evaluating the others. `undefined` if the user did not add it. */
	member<F extends Fields, Name extends keyof F & string>(
		collection: Collection<F>,
		name: Name,
	): Values<F>[Name] | undefined {
		const fields = { [name]: collection.fields[name] as Field<unknown> };
		return this.ofCollection({ ...collection, fields })(0)[name] as Values<F>[Name] | undefined;
	}

	/** The parts of a text for an item. `undefined` if it has a single one, or if only n8n can split it. */
	partsOf(name: string, itemIndex: number): Part[] | undefined {
		const written = this.written(name);
		const template = isExpression(written) ? this.templateOf(written) : undefined;
		if (!template?.isPlain || template.parts.length < 2) return undefined;
		return this.namingErrors(name, name, () => template.parts.map((read) => read(itemIndex)));
	}

	private ofPlace(place: Place, written: unknown): Read<unknown> {
		const { field } = place;
		const { displayName } = field.property;
		const isChanging = holdsExpression(written);
		// If the panel allows no expression for a field, n8n removes the `=` of an expression and keeps its braces.
		const isBraced = typeof written === 'string' && written.includes('{{');
		if (field.isFixed && (isChanging || isBraced)) return () => refuseExpression(displayName);
		// In a tool, the model's values are in the item that expressions read (n8n-workflow, `workflow-data-proxy.js`).
		const isOfModel =
			isChanging && (this.options.isTool === true || FROM_MODEL.test(JSON.stringify(written)));
		if (field.isGuard && isOfModel) return () => refuseModel(displayName);
		const read = (itemIndex: number) =>
			valueOf(place, meantValue(field, this.resolve(place, written, itemIndex)), this.options);
		return isChanging ? read : once(() => read(0));
	}

	/** A parameter in which values replace the expressions. */
	private resolve(place: Place, written: unknown, itemIndex: number): unknown {
		if (typeof written !== 'object' || written === null) {
			return isExpression(written) ? this.evaluate(place, written, itemIndex) : written;
		}
		const at = (one: unknown) => this.resolve(place, one, itemIndex);
		if (isLocator(written)) return { ...written, value: at(written.value), mode: at(written.mode) };
		if (Array.isArray(written)) return written.map(at);
		return Object.fromEntries(Object.entries(written).map(([name, one]) => [name, at(one)]));
	}

	/** The value of an expression, which is never nothing, and neither is a part of it. */
	private evaluate(place: Place, written: string, itemIndex: number): unknown {
		const { field, path } = place;
		const { displayName } = field.property;
		const { parts, isPlain } = this.templateOf(written);
		const text = this.namingErrors(path, displayName, () => parts.map((read) => read(itemIndex)));
		const [only] = text;
		const isSingle = text.length === 1 && only && 'code' in only;
		const whole = () => this.source.evaluateExpression?.(written.slice(1), itemIndex);
		const value = isPlain
			? isSingle
				? only.value
				: textOf(text)
			: this.namingErrors(path, displayName, whole);
		// With an empty list, a trigger would silently never start.
		if (isGap(value) || (this.options.isTrigger && isEmptyList(value))) throw this.gaveNothing(place);
		if (text.length > 1 || !isPlain) refuseEmptyPart(field, text, this.where);
		if (this.isMisleading(field, value)) throw this.gaveNothing(place);
		return value;
	}

	private templateOf(written: string): Template {
		const known = this.templates.get(written);
		if (known) return known;
		const { chunks, isPlain } = splitText(written);
		const template = { parts: chunks.map((chunk) => this.partReader(chunk)), isPlain };
		this.templates.set(written, template);
		return template;
	}

	private partReader(chunk: Chunk): Read<Part> {
		const { type, text } = chunk;
		if (type === 'text') return () => ({ text });
		const code = ExpressionParser.joinExpression([chunk]);
		const plain = this.options.plain?.of(text);
		const ask = (itemIndex: number) => this.source.evaluateExpression?.(code, itemIndex);
		return (itemIndex) => ({ code, value: plain?.(itemIndex) ?? ask(itemIndex) });
	}

	/** In a trigger, n8n's error becomes a {@link Problem}. Without a parameter, n8n's editor hides some messages. */
	private namingErrors<T>(path: string, displayName: string, evaluate: () => T): T {
		try {
			return evaluate();
		} catch (thrown) {
			if (thrown instanceof ExpressionError) thrown.context.parameter = path;
			const reason = thrown instanceof Error ? thrown.message : String(thrown);
			throw this.options.isTrigger
				? unsentProblem(
						`"${displayName}" is an expression that cannot be evaluated here`,
						`Correct the expression. A trigger has no input item, so expressions cannot use $json here. n8n says: ${reason}`,
					)
				: thrown;
		}
	}

	/**
	 * In a run, the service refuses a name such as "quest-undefined". As a filter of a trigger, it would silently drop
	 * all events.
	 */
	private isMisleading({ isName }: Field<unknown>, given: unknown): boolean {
		const isTextless = (one: unknown) => typeof one === 'string' && !hasText(one);
		return this.options.isTrigger === true && isName === true && [plainValue(given)].flat().some(isTextless);
	}

	/** A user removes a member of a collection to leave it out, and clears another field, if it may be empty. */
	private gaveNothing({ field, within }: Place): Problem {
		const { displayName } = field.property;
		const leaveOut = within ? 'remove' : mustBeGiven(field) ? undefined : 'clear';
		const advice = leaveOut
			? `Correct the expression, or ${leaveOut} "${displayName}" to leave it out.`
			: 'Correct the expression, so that it has a value.';
		return unsentProblem(
			`"${displayName}" is an expression that returned no value${this.where}`,
			`${advice} Nothing was sent.`,
		);
	}
}

/** Reads once, and then always returns or throws the same. */
function once<T>(read: () => T): Read<T> {
	let result: { value: T } | { thrown: unknown } | undefined;
	return () => {
		if (!result) {
			try {
				result = { value: read() };
			} catch (thrown) {
				result = { thrown };
			}
		}
		if ('thrown' in result) throw result.thrown;
		return result.value;
	};
}

/** @throws {Problem} when a collection is not an object */
function membersIn(displayName: string, written: unknown): Readonly<Record<string, unknown>> {
	if (isRecord(written)) return written;
	throw unsentProblem(
		`"${displayName}" must be an object of fields`,
		`Correct "${displayName}". Nothing was sent.`,
	);
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

function refuseExpression(displayName: string): never {
	throw unsentProblem(
		`"${displayName}" cannot be an expression`,
		`Choose a fixed value for "${displayName}". The workflow owner decides it, not an item or an AI model. Nothing was sent.`,
	);
}

/** n8n accepts it in three spellings. */
const FROM_MODEL = /\$fromai/i;

function refuseModel(displayName: string): never {
	throw unsentProblem(
		`"${displayName}" is an expression that an AI model could set`,
		'Enter a fixed value. Only the workflow owner may set this option. Nothing was sent.',
	);
}
