import { ExpressionError, isExpression, type INode } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import { isRecord } from '../shared/json';
import { refuseEmptyPart, textOf, type Part } from './composedText';
import { mustBeGiven, type Collection, type Field, type Fields, type Values } from './field';
import { splitText, type PlainExpressions, type Template } from './plainExpression';
import {
	holdsExpression,
	isGap,
	isLocator,
	isNothing,
	plainValue,
	saysNothing,
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

/** What a field gives: a value for all items, or one that is read for each. */
interface Given {
	value?: unknown;
	read?: Read<unknown>;
}

/** An expression with its value for an item. */
interface Evaluated {
	template: Template;
	itemIndex: number;
	parts: readonly Part[];
	value: unknown;
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

	private readonly fields = new Map<string, Given>();

	private readonly templates = new Map<string, Template>();

	/** The last value by the place of the expression. */
	private readonly latest = new Map<string, Evaluated>();

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
		return membersIn(displayName, this.parameters[name] ?? {})[member];
	}

	/** Whether these parameters are the same for all items. */
	isFixed(...names: string[]): boolean {
		for (const name of names) if (holdsExpression(this.parameters[name])) return false;
		return true;
	}

	/** A top-level parameter. It is prepared once, so a name must always come with the same field. */
	field<T>(name: string, field: Field<T>, itemIndex = 0): T {
		const given = this.fields.get(name) ?? this.ofPlace({ field, path: name }, this.parameters[name]);
		this.fields.set(name, given);
		return (given.read ? given.read(itemIndex) : given.value) as T;
	}

	/**
	 * A reader for top-level parameters, and for the members of collections that the user added, in the order of their
	 * declaration. If none of them changes, all items have the same object.
	 */
	ofFields(fields: Fields, ...collections: readonly Collection[]): Read<Readonly<Record<string, unknown>>> {
		const places: Array<readonly [string, Place, unknown]> = [];
		for (const [name, field] of Object.entries(fields))
			places.push([name, { field, path: name }, this.parameters[name]]);
		for (const { name: collection, displayName, fields: members } of collections) {
			const added = membersIn(displayName, this.parameters[collection] ?? {});
			for (const [name, field] of Object.entries(members)) {
				const written = added[name];
				// The editor saves null for a cleared number. An empty limit would limit nothing.
				if (written === undefined || (written === null && !field.isGuard)) continue;
				places.push([name, { field, path: `${collection}.${name}`, within: displayName }, written]);
			}
		}
		const fixed: Record<string, unknown> = {};
		const changing: Array<readonly [string, Read<unknown>]> = [];
		for (const [name, place, written] of places) {
			const { value, read } = this.ofPlace(place, written);
			fixed[name] = value;
			if (read) changing.push([name, read]);
		}
		return (itemIndex) => {
			if (changing.length === 0) return fixed;
			const values = { ...fixed };
			for (const [name, read] of changing) values[name] = read(itemIndex);
			return values;
		};
	}

	/** A reader for the members of a collection that the user added. */
	ofCollection<F extends Fields>(collection: Collection<F>): Read<Partial<Values<F>>> {
		return this.ofFields({}, collection) as Read<Partial<Values<F>>>;
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
	partsOf(name: string, itemIndex: number): readonly Part[] | undefined {
		const written = this.parameters[name];
		if (!isExpression(written)) return undefined;
		const { template, parts } = this.evaluate(name, name, written, itemIndex);
		return template.isPlain && parts.length > 1 ? parts : undefined;
	}

	private ofPlace(place: Place, written: unknown): Given {
		const { field, path, within } = place;
		const { displayName, typeOptions } = field.property;
		const isChanging = holdsExpression(written);
		// If the panel allows no expression for a field, n8n removes the `=` of an expression and keeps its braces.
		const isBraced = typeof written === 'string' && written.includes('{{');
		// If no option of a list of the service is chosen, the panel saves an empty list.
		const isUnchosen = !within && typeOptions?.loadOptionsMethod !== undefined && isEmptyList(written);
		try {
			// In a tool, the model's values are in the item that expressions read (n8n-workflow, `workflow-data-proxy.js`).
			const isOfModel = () => this.options.isTool || FROM_MODEL.test(JSON.stringify(written));
			if (field.isGuard && isChanging && isOfModel()) refuseModel(displayName);
			if (field.isFixed && (isChanging || isBraced)) refuseExpression(displayName);
			if (!isChanging) return { value: valueOf(place, isUnchosen ? undefined : written, this.options) };
			const isNeeded = within === undefined || field.isGuard === true || field.narrows === true;
			const given = this.options.isTool && !isNeeded ? ofModelAlone(plainValue(written)) : undefined;
			return {
				read: (itemIndex) =>
					given !== undefined && isNothing(this.evaluate(path, displayName, given, itemIndex).value)
						? undefined
						: valueOf(place, this.resolve(place, written, itemIndex), this.options),
			};
		} catch (thrown) {
			return { read: () => refuse(thrown) };
		}
	}

	/** A parameter in which values replace the expressions. */
	private resolve(place: Place, written: unknown, itemIndex: number): unknown {
		if (isExpression(written)) return this.valueFor(place, written, itemIndex);
		if (typeof written !== 'object' || written === null) return written;
		if (isLocator(written)) {
			const value = this.resolve(place, written.value, itemIndex);
			return { ...written, value, mode: this.resolve(place, written.mode, itemIndex) };
		}
		if (Array.isArray(written)) return written.map((one) => this.resolve(place, one, itemIndex));
		const { field } = place;
		const ofName = { ...field, needsText: true, allowsEmptyPart: undefined };
		const naming = field.rowName ? { ...place, field: ofName } : place;
		return Object.fromEntries(
			Object.entries(written).map(([name, one]) => [
				name,
				this.resolve(name === field.rowName ? naming : place, one, itemIndex),
			]),
		);
	}

	/** The value of an expression, which is never nothing, and neither is a part of it. */
	private valueFor(place: Place, written: string, itemIndex: number): unknown {
		const { field, path } = place;
		const { isTrigger } = this.options;
		const { template, parts, value } = this.evaluate(path, field.property.displayName, written, itemIndex);
		// One of several rows is named by its code.
		const isRow = field.property.type === 'fixedCollection';
		// With an empty list, a trigger would silently never start.
		if ((isGap(value) && !isRow) || (isTrigger && isEmptyList(value))) throw this.gaveNothing(place);
		if (isRow || parts.length > 1 || !template.isPlain) refuseEmptyPart(field, parts, this.where);
		if ((parts.length === 1 || !template.isPlain) && saysNothing(field, value))
			throw this.gaveNothing(place, `: ${written.slice(1)}`);
		return value;
	}

	/** Evaluates an expression, unless this was just done for the item. */
	private evaluate(path: string, displayName: string, written: string, itemIndex: number): Evaluated {
		const template = this.templates.get(written) ?? splitText(written, this.options.plain);
		this.templates.set(written, template);
		const latest = this.latest.get(path);
		if (latest?.itemIndex === itemIndex && latest.template === template) return latest;
		const ask = (code: string) => this.source.evaluateExpression?.(code, itemIndex);
		try {
			const parts: Part[] = [];
			for (const part of template.parts) {
				if ('text' in part) parts.push(part);
				else parts.push({ code: part.code, value: part.plain?.(itemIndex) ?? ask(part.code) });
			}
			const only = parts.length === 1 ? parts[0] : undefined;
			const whole = only && 'code' in only ? only.value : textOf(parts);
			const value = template.isPlain ? whole : ask(written.slice(1));
			const evaluated = { template, itemIndex, parts, value };
			this.latest.set(path, evaluated);
			return evaluated;
		} catch (thrown) {
			// Without a parameter, n8n's editor hides some messages.
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

	/** A user removes a member of a collection to leave it out, and clears another field, if it may be empty. */
	private gaveNothing({ field, within }: Place, code = ''): Problem {
		const { displayName } = field.property;
		const leaveOut = within ? 'remove' : mustBeGiven(field) ? undefined : 'clear';
		const advice = leaveOut
			? `Correct the expression, or ${leaveOut} "${displayName}" to leave it out.`
			: 'Correct the expression, so that it has a value.';
		return unsentProblem(
			`"${displayName}" is an expression that returned no value${this.where}${code}`,
			`${advice} Nothing was sent.`,
		);
	}
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

function refuse(thrown: unknown): never {
	throw thrown;
}

function refuseExpression(displayName: string): never {
	throw unsentProblem(
		`"${displayName}" cannot be an expression`,
		`Choose a fixed value for "${displayName}". The workflow owner decides it, not an item or an AI model. Nothing was sent.`,
	);
}

/** n8n accepts it in three spellings. */
const FROM_MODEL = /\$fromai/i;

/** Code without its texts that is only a value of the model. */
const ONLY_FROM_MODEL = /^=\{\{\s*(\/\*[^*]*\*\/\s*)?\$fromai\([^()]*\)\s*\}\}\s*$/i;
const TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/gs;

/** The expression, if a model alone gives its value. It leaves out an optional value by giving an empty one. */
function ofModelAlone(written: unknown): string | undefined {
	if (!isExpression(written)) return undefined;
	return ONLY_FROM_MODEL.test(written.replace(TEXT, '')) ? written : undefined;
}

function refuseModel(displayName: string): never {
	throw unsentProblem(
		`"${displayName}" is an expression that an AI model could set`,
		'Enter a fixed value. Only the workflow owner may set this option. Nothing was sent.',
	);
}
