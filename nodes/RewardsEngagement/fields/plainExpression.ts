import {
	ExpressionParser,
	isSafeObjectProperty,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

/** The n8n functions for the values in simple expressions. */
export type PlainSource = Pick<IExecuteFunctions, 'getExecutionId' | 'getInputData'>;

/** The value of code for an item. `undefined` if n8n itself must evaluate it. */
export type Plain = (itemIndex: number) => string | number | boolean | undefined;

/** The part after `??` matters only if the value is missing, and then n8n evaluates the expression. */
const PATH =
	/^\s*\$json((?:\.[A-Za-z$][\w$]*|\[(?:'[^'\\\n\r\u2028\u2029]*'|"[^"\\\n\r\u2028\u2029]*"|0|[1-9]\d{0,8})\])+)\s*(?:\?\?\s*(?:'[^'\\\n\r\u2028\u2029]*'|"[^"\\\n\r\u2028\u2029]*")\s*)?$/;
const NAME = /\.([\w$]+)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]/g;
const EXECUTION_ID = /^\s*\$execution\.id\s*$/;
/** n8n refuses it in any place, also in a name or a text. */
const CONSTRUCTOR = /\.\s*constructor/;

/**
 * Reads code that only names a value of the item: `$json.amount`, `$json.headers['x-signature'] ?? 'none'`. n8n starts
 * its expression engine for each such expression, which can take longer than a request to the service.
 *
 * It reads only text, numbers and booleans that the item itself has. n8n evaluates everything else, including missing
 * values. It is not for a tool, whose expressions refer to the items of another node.
 */
export class PlainExpressions {
	private items?: INodeExecutionData[];

	constructor(private readonly source: PlainSource) {}

	/** @param code the text between two pairs of braces */
	of(code: string): Plain | undefined {
		if (CONSTRUCTOR.test(code)) return undefined;
		if (EXECUTION_ID.test(code)) return () => this.source.getExecutionId();
		const path = PATH.exec(code)?.[1];
		if (path === undefined) return undefined;
		const names: string[] = [];
		for (const [, ...spellings] of path.matchAll(NAME)) names.push(spellings.join(''));
		if (!names.every(isPlainName)) return undefined;
		return (itemIndex) => {
			this.items ??= this.source.getInputData();
			let value: unknown = this.items[itemIndex]?.json;
			for (const name of names) {
				if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
				value = (value as IDataObject)[name];
			}
			const isPlain = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
			return isPlain ? (value as string | number | boolean) : undefined;
		};
	}
}

/** n8n refuses some names, `$` in most places, and some of its engines find a method before a value of its name. */
function isPlainName(name: string): boolean {
	return name !== '$' && !(name in {}) && isSafeObjectProperty(name);
}

/** An expression that was split into literal text, and code with its braces. */
export interface Template {
	parts: ReadonlyArray<{ text: string } | { code: string; plain: Plain | undefined }>;
	/** Whether its text is these parts. Otherwise only n8n can put it together. */
	isPlain: boolean;
}

/** Braces that only n8n reads as it does: escaped, or left open. */
const ODD_BRACES = /\\(\{\{|\}\})|\{\{$/;

/** @param plain reads the code that it can */
export function splitText(written: string, plain?: PlainExpressions): Template {
	// n8n's engine takes two backslashes before braces for one, and its splitter takes the second for an escape.
	const clear = written.replace(/\\\\(?=(?:\\\\)*(?:\{\{|\}\}))/g, '');
	const parts: Array<Template['parts'][number]> = [];
	let isPlain = !ODD_BRACES.test(written) && !CONSTRUCTOR.test(written);
	for (const chunk of ExpressionParser.splitExpression(clear.slice(1))) {
		if (chunk.type === 'code') {
			parts.push({ code: ExpressionParser.joinExpression([chunk]), plain: plain?.of(chunk.text) });
			isPlain &&= chunk.hasClosingBrackets;
		} else if (chunk.text !== '') {
			parts.push({ text: chunk.text });
			isPlain &&= !chunk.text.includes('\\');
		}
	}
	return { parts, isPlain };
}
