import { isExpression, type IGetNodeParameterOptions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { chunksOf, codeOf, composedIn, refuseGaps, type Chunk, type CodeChunk } from './composedText';
import { mustBeGiven, type Field, type Fields } from './field';
import { gaveNoValue, givenCollection, givenValue, isLocator, meantValue, type Told } from './given';
import { hasText, type KeyPart } from './keyText';
import type { PlainExpressions } from './plainExpression';

/** Where n8n gives a node's parameters for each item. */
export interface ParameterSource {
	getNodeParameter(
		name: string,
		itemIndex: number,
		fallback: unknown,
		options: IGetNodeParameterOptions,
	): unknown;
	evaluateExpression(expression: string, itemIndex: number): unknown;
}

/** A collection of the panel, and its members. */
export interface Collection<F extends Fields = Fields> {
	name: string;
	displayName: string;
	fields: F;
}

/** Reads something for an item. */
export type Read<T> = (itemIndex: number) => T;

export interface Evaluation {
	/** Reads what n8n's engine of expressions is too slow for. */
	plain?: PlainExpressions;
	/** A trigger reads its parameters once, and has no item. */
	isTrigger?: boolean;
}

/**
 * Evaluates the expressions of a node's parameters, and refuses those that give nothing, with {@link InvalidParameter}. An
 * expression that fails throws what n8n throws in a run. In a trigger it is an {@link InvalidParameter} as well.
 */
export class ExpressionReader {
	private readonly where: string;

	constructor(
		private readonly source: ParameterSource,
		private readonly how: Evaluation,
	) {
		this.where = how.isTrigger ? '' : ' for this item';
	}

	/** A reader of a parameter, or a member of a collection, that holds an expression. */
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

	/** A reader of a collection that is one expression. */
	collection(
		{ name, displayName, fields }: Collection,
		written: string,
	): Read<Readonly<Record<string, unknown>>> {
		return (itemIndex) => {
			const given = this.given(name, displayName, itemIndex);
			return givenCollection(displayName, Object.keys(fields), written, given, this.where);
		};
	}

	/** A member of such a collection. */
	memberOf(field: Field<unknown>, written: string, value: unknown): unknown {
		const told = toldOf(field, true);
		return this.withText(told, field, this.resolved(told, field, written, value));
	}

	/**
	 * Readers of what a text is put together of, where it is more than one expression. None for what is not put together,
	 * or in a way that only n8n understands.
	 */
	parts(name: string, written: unknown): Array<Read<KeyPart>> {
		if (!isExpression(written)) return [];
		const chunks = chunksOf(written);
		// A backslash may keep n8n from taking braces for code. The last pair of braces may be open.
		const isUsual = chunks.every((chunk) =>
			chunk.type === 'text' ? !chunk.text.includes('\\') : chunk.hasClosingBrackets,
		);
		return chunks.length < 2 || !isUsual ? [] : this.partReaders(name, chunks);
	}

	/** What an expression gave, unless it is nothing. A trigger would never start for an empty list, and never say so. */
	private resolved(told: Told, field: Field<unknown>, written: unknown, given: unknown): unknown {
		const { property } = field;
		const isList = Array.isArray(property.default) && Array.isArray(given);
		const isEmptyList = this.how.isTrigger && isList && given.length === 0;
		const value = givenValue(told, written, isEmptyList ? undefined : given, this.where);
		return meantValue(field, value);
	}

	/** The service tells a run that it knows no "quest-undefined". A filter for it would keep out everything, unseen. */
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

	/** A reader without n8n's engine of expressions, where the expression is that plain. */
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

	/** Our own schemas check it: n8n's validation would go through all properties of the node for each. */
	private given(path: string, displayName: string, itemIndex: number): unknown {
		return this.evaluated(displayName, () =>
			this.source.getNodeParameter(path, itemIndex, '', { skipValidation: true }),
		);
	}

	private evaluated(displayName: string, evaluate: () => unknown): unknown {
		return this.how.isTrigger ? evaluatedAlone(displayName, evaluate) : evaluate();
	}
}

/** A member of a collection is left out by removing it, others by clearing them, if they may be empty. */
function toldOf(field: Field<unknown>, isMember: boolean): Told {
	const { displayName } = field.property;
	if (isMember) return { displayName, leaveOut: 'remove' };
	return mustBeGiven(field) ? { displayName } : { displayName, leaveOut: 'clear' };
}

/** @throws {InvalidParameter} in place of what n8n throws */
function evaluatedAlone(displayName: string, evaluate: () => unknown): unknown {
	const outcome = attempt(evaluate);
	if ('value' in outcome) return outcome.value;
	throw new InvalidParameter(
		`"${displayName}" is an expression that cannot be evaluated here`,
		`Correct the expression. A trigger has no item that it could look at before an event comes. n8n says: ${outcome.reason}`,
	);
}

function attempt(work: () => unknown): { value: unknown } | { reason: string } {
	try {
		return { value: work() };
	} catch (thrown) {
		return { reason: thrown instanceof Error ? thrown.message : String(thrown) };
	}
}
