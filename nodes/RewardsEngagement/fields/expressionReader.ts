import { isExpression, type IGetNodeParameterOptions } from 'n8n-workflow';

import { unsentProblem } from '../errors';
import { chunksOf, codeOf, composedIn, refuseGaps, type Chunk, type CodeChunk } from './composedText';
import { mustBeGiven, type Field, type Fields } from './field';
import { gaveNoValue, givenValue, isLocator, meantValue, membersIn, type Told } from './given';
import { hasText, type KeyPart } from './keyText';
import type { PlainExpressions } from './plainExpression';

/** The function of n8n that returns a node's parameters for an item. */
export interface ParameterSource {
	getNodeParameter(
		name: string,
		itemIndex: number,
		fallback: unknown,
		options: IGetNodeParameterOptions,
	): unknown;
	evaluateExpression(expression: string, itemIndex: number): unknown;
}

/** A collection of the panel with its members. */
export interface Collection<F extends Fields = Fields> {
	name: string;
	displayName: string;
	fields: F;
}

/** Reads a value for an item. */
export type Read<T> = (itemIndex: number) => T;

export interface Evaluation {
	/** Reads simple expressions without n8n's expression engine, which is slow. */
	plain?: PlainExpressions;
	/** A trigger reads its parameters once, and has no items. */
	isTrigger?: boolean;
}

/**
 * Evaluates the expressions of a node's parameters. Throws {@link Problem} if an expression gives nothing.
 * If an expression fails in a run, n8n's error is thrown. In a trigger, it becomes a {@link Problem}.
 */
export class ExpressionReader {
	private readonly where: string;

	constructor(
		private readonly source: ParameterSource,
		private readonly how: Evaluation,
	) {
		this.where = how.isTrigger ? '' : ' for this item';
	}

	/** A reader for a parameter, or a member of a collection, with an expression. */
	value(path: string, field: Field<unknown>, written: unknown): Read<unknown> {
		const { displayName } = field.property;
		const { isName, allowsEmptyPart } = field;
		const told = toldOf(field, path.includes('.'));
		const plain = this.plainReader(written);
		const texts = composedIn(written).map((chunks) => this.partReaders(displayName, chunks));
		return (itemIndex) => {
			const given = plain?.(itemIndex) ?? this.given(path, displayName, itemIndex);
			const value = this.resolved(told, field, written, given);
			for (const parts of texts)
				refuseGaps(
					{ displayName, isName, allowsEmptyPart },
					parts.map((read) => read(itemIndex)),
					this.where,
				);
			return this.withText(told, field, value);
		};
	}

	/** A reader for a collection that is one expression. */
	collection({ name, displayName }: Collection, written: string): Read<Readonly<Record<string, unknown>>> {
		return (itemIndex) => {
			const given = this.given(name, displayName, itemIndex);
			return membersIn(
				displayName,
				givenValue({ displayName, leaveOut: 'clear' }, written, given, this.where),
			);
		};
	}

	/** A member of such a collection. */
	memberOf(field: Field<unknown>, written: string, value: unknown): unknown {
		const told = toldOf(field, true);
		return this.withText(told, field, this.resolved(told, field, written, value));
	}

	/**
	 * Readers for the parts of a text with several expressions. Empty if the text has one part, or if only n8n can
	 * split it.
	 */
	parts(name: string, written: unknown): Array<Read<KeyPart>> {
		if (!isExpression(written)) return [];
		const chunks = chunksOf(written);
		// A backslash may stop n8n from reading braces as code. The last pair of braces may be open.
		const isUsual = chunks.every((chunk) =>
			chunk.type === 'text' ? !chunk.text.includes('\\') : chunk.hasClosingBrackets,
		);
		return chunks.length < 2 || !isUsual ? [] : this.partReaders(name, chunks);
	}

	/** The value of an expression, unless it is empty. With an empty list, a trigger would silently never start. */
	private resolved(told: Told, field: Field<unknown>, written: unknown, given: unknown): unknown {
		const { property } = field;
		const isList = Array.isArray(property.default) && Array.isArray(given);
		const isEmptyList = this.how.isTrigger && isList && given.length === 0;
		const value = givenValue(told, written, isEmptyList ? undefined : given, this.where);
		return meantValue(field, value);
	}

	/**
	 * In a run, the service refuses a name such as "quest-undefined". As a filter of a trigger, it would silently
	 * drop all events.
	 */
	private withText(told: Told, { isName }: Field<unknown>, value: unknown): unknown {
		const isWithout = (part: unknown) => typeof part === 'string' && !hasText(part);
		const isRefused = this.how.isTrigger && isName && [value].flat().some(isWithout);
		if (isRefused) throw gaveNoValue(told, this.where);
		return value;
	}

	private partReaders(displayName: string, chunks: readonly Chunk[]): Array<Read<KeyPart>> {
		return chunks.map((chunk) => {
			if (chunk.type === 'code') return this.codeReader(displayName, chunk);
			const { text } = chunk;
			return () => ({ text });
		});
	}

	private codeReader(displayName: string, chunk: CodeChunk): Read<KeyPart> {
		const plain = this.how.plain?.ofCode(chunk.text);
		const code = codeOf(chunk);
		const evaluate = (itemIndex: number) =>
			this.evaluated(displayName, () => this.source.evaluateExpression(code, itemIndex));
		return (itemIndex) => ({ code, value: plain?.(itemIndex) ?? evaluate(itemIndex) });
	}

	/** A reader without n8n's expression engine, if the expression is simple enough. */
	private plainReader(written: unknown): Read<unknown> | undefined {
		const { plain } = this.how;
		if (isExpression(written)) return plain?.of(written);
		if (!isLocator(written) || isExpression(written.mode)) return undefined;
		const ofValue = plain?.of(written.value);
		return (
			ofValue &&
			((itemIndex) => {
				const value = ofValue(itemIndex);
				return value === undefined ? undefined : { ...written, value };
			})
		);
	}

	/** Skips n8n's validation, which checks all properties of the node for each value. Our schemas check it. */
	private given(path: string, displayName: string, itemIndex: number): unknown {
		return this.evaluated(displayName, () =>
			this.source.getNodeParameter(path, itemIndex, '', { skipValidation: true }),
		);
	}

	private evaluated(displayName: string, evaluate: () => unknown): unknown {
		return this.how.isTrigger ? evaluatedAlone(displayName, evaluate) : evaluate();
	}
}

/** A user removes a member of a collection to leave it out, and clears another field, if it may be empty. */
function toldOf(field: Field<unknown>, isMember: boolean): Told {
	const { displayName } = field.property;
	if (isMember) return { displayName, leaveOut: 'remove' };
	return mustBeGiven(field) ? { displayName } : { displayName, leaveOut: 'clear' };
}

/** @throws {Problem} instead of n8n's error */
function evaluatedAlone(displayName: string, evaluate: () => unknown): unknown {
	const outcome = attempt(evaluate);
	if ('value' in outcome) return outcome.value;
	throw unsentProblem(
		`"${displayName}" is an expression that cannot be evaluated here`,
		`Correct the expression. A trigger has no input item, so expressions cannot use $json here. n8n says: ${outcome.reason}`,
	);
}

function attempt(work: () => unknown): { value: unknown } | { reason: string } {
	try {
		return { value: work() };
	} catch (thrown) {
		return { reason: thrown instanceof Error ? thrown.message : String(thrown) };
	}
}
