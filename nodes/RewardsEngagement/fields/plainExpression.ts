import { isExpression, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { isRounded } from '../shared/exactNumber';
import { chunksOf } from './composedText';

/** Where the values are that such an expression names. */
export type PlainSource = Pick<IExecuteFunctions, 'getExecutionId' | 'getInputData' | 'getNode'>;

/** What an expression gives for an item; `undefined` where n8n itself has to evaluate it. */
type Plain = (itemIndex: number) => string | number | boolean | undefined;

/** What stands behind `??` counts only where nothing is named, and of that n8n says what comes. */
const PATH =
	/^\s*\$json((?:\.[A-Za-z$][\w$]*|\[(?:'[^'\\\n\r]*'|"[^"\\\n\r]*"|\d{1,9})\])+)\s*(?:\?\?\s*(?:'[^'\\\n\r]*'|"[^"\\\n\r]*")\s*)?$/;
const NAME = /\.([\w$]+)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]/g;
const EXECUTION_ID = /^\s*\$execution\.id\s*$/;
/** Names that n8n refuses in expressions. */
const REFUSED =
	/^(__proto__|constructor|prototype|getPrototypeOf|prepareStackTrace|mainModule|binding|arguments|caller)$/;

/**
 * Reads expressions that name a value of the item, and nothing more: `{{ $json.amount }}`, `order {{ $json.id }}`,
 * `{{ $json.headers['x-signature'] ?? 'none' }}`. n8n takes longer over one of them than the service may take over a
 * request, as it starts its engine of expressions for it.
 *
 * Only text, numbers and switches that the item itself holds are read here; of all else, what is missing included, n8n
 * says what comes of it.
 */
export class PlainExpressions {
	private items?: IDataObject[];

	constructor(private readonly source: PlainSource) {}

	/** A reader of an expression, as the user wrote it; nothing when it does more than name values. */
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

	/** A reader of the code between two pairs of braces. */
	ofCode(code: string): Plain | undefined {
		const path = PATH.exec(code)?.[1];
		const names = path && Array.from(path.matchAll(NAME), ([, ...names]) => names.join(''));
		const isNamed = names && !names.some((name) => REFUSED.test(name));
		// A tool's expressions speak of another node's items.
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
		const isNumber = Number.isFinite(value) && !isRounded(value);
		const isPlain = typeof value === 'string' || typeof value === 'boolean' || isNumber;
		return isPlain ? (value as string | number | boolean) : undefined;
	}
}

/** A backslash may keep n8n from taking braces for code. */
function plainText(text: string): Plain | undefined {
	return text.includes('\\') ? undefined : () => text;
}
