import { isExpression, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { chunksOf } from './composedText';

/** The n8n functions for the values in simple expressions. */
export type PlainSource = Pick<IExecuteFunctions, 'getExecutionId' | 'getInputData' | 'getNode'>;

/** The value of an expression for an item. `undefined` if n8n itself must evaluate it. */
type Plain = (itemIndex: number) => string | number | boolean | undefined;

/** The part after `??` matters only if the value is missing, and then n8n evaluates the expression. */
const PATH =
	/^\s*\$json((?:\.[A-Za-z$][\w$]*|\[(?:'[^'\\\n\r]*'|"[^"\\\n\r]*"|\d{1,9})\])+)\s*(?:\?\?\s*(?:'[^'\\\n\r]*'|"[^"\\\n\r]*")\s*)?$/;
const NAME = /\.([\w$]+)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]/g;
const EXECUTION_ID = /^\s*\$execution\.id\s*$/;
/** Names that n8n refuses in expressions. */
const REFUSED =
	/^(__proto__|constructor|prototype|getPrototypeOf|prepareStackTrace|mainModule|binding|arguments|caller)$/;

/**
 * Reads expressions that only name a value of the item: `{{ $json.amount }}`, `order {{ $json.id }}`,
 * `{{ $json.headers['x-signature'] ?? 'none' }}`. n8n starts its expression engine for each of them, which can take
 * longer than a request to the service.
 *
 * It reads only text, numbers and booleans that the item itself has. n8n evaluates everything else, including missing
 * values.
 */
export class PlainExpressions {
	private items?: IDataObject[];

	constructor(private readonly source: PlainSource) {}

	/** A reader for an expression, as the user wrote it. `undefined` if it does more than name values. */
	of(written: unknown): Plain | undefined {
		if (!isExpression(written)) return undefined;
		const chunks = chunksOf(written);
		const parts: Plain[] = [];
		for (const { type, text } of chunks) {
			const part = type === 'text' ? plainText(text) : this.ofCode(text);
			if (!part) return undefined;
			parts.push(part);
		}
		const [only] = parts;
		if (parts.length === 1 && chunks[0]?.type === 'code') return only;
		return (itemIndex) => {
			const values = parts.map((part) => part(itemIndex));
			return values.includes(undefined) ? undefined : values.join('');
		};
	}

	/** A reader for the code between two pairs of braces. */
	ofCode(code: string): Plain | undefined {
		const path = PATH.exec(code)?.[1];
		const names = path && Array.from(path.matchAll(NAME), ([, ...names]) => names.join(''));
		const isNamed = names && !names.some((name) => REFUSED.test(name));
		// The expressions of a tool refer to the items of another node.
		if ((!isNamed && !EXECUTION_ID.test(code)) || this.source.getNode().type.endsWith('Tool'))
			return undefined;
		return isNamed ? (itemIndex) => this.at(names, itemIndex) : () => this.source.getExecutionId();
	}

	private at(names: readonly string[], itemIndex: number): ReturnType<Plain> {
		this.items ??= this.source.getInputData().map(({ json }) => json);
		let value: unknown = this.items[itemIndex];
		for (const name of names) {
			if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
			value = (value as IDataObject)[name];
		}
		const isPlain = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
		return isPlain ? (value as string | number | boolean) : undefined;
	}
}

/** A backslash may stop n8n from reading braces as code. */
function plainText(text: string): Plain | undefined {
	return text.includes('\\') ? undefined : () => text;
}
