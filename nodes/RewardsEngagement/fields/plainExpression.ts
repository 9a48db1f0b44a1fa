import { isSafeObjectProperty, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

/** The n8n functions for the values in simple expressions. */
export type PlainSource = Pick<IExecuteFunctions, 'getExecutionId' | 'getInputData' | 'getNode'>;

/** The value of code for an item. `undefined` if n8n itself must evaluate it. */
export type Plain = (itemIndex: number) => string | number | boolean | undefined;

/** The part after `??` matters only if the value is missing, and then n8n evaluates the expression. */
const PATH =
	/^\s*\$json((?:\.[A-Za-z$][\w$]*|\[(?:'[^'\\\n\r\u2028\u2029]*'|"[^"\\\n\r\u2028\u2029]*"|0|[1-9]\d{0,8})\])+)\s*(?:\?\?\s*(?:'[^'\\\n\r\u2028\u2029]*'|"[^"\\\n\r\u2028\u2029]*")\s*)?$/;
const NAME = /\.([\w$]+)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]/g;
const EXECUTION_ID = /^\s*\$execution\.id\s*$/;
/** n8n refuses it in any place, also in a name or a text. */
export const CONSTRUCTOR = /\.\s*constructor/;

/**
 * Reads code that only names a value of the item: `$json.amount`, `$json.headers['x-signature'] ?? 'none'`. n8n starts
 * its expression engine for each such expression, which can take longer than a request to the service.
 *
 * It reads only text, numbers and booleans that the item itself has. n8n evaluates everything else, including missing
 * values.
 */
export class PlainExpressions {
	private items?: IDataObject[];

	private readonly isTool: boolean;

	constructor(private readonly source: PlainSource) {
		// The expressions of a tool refer to the items of another node.
		this.isTool = source.getNode().type.endsWith('Tool');
	}

	/** @param code the text between two pairs of braces */
	of(code: string): Plain | undefined {
		if (this.isTool || CONSTRUCTOR.test(code)) return undefined;
		if (EXECUTION_ID.test(code)) return () => this.source.getExecutionId();
		const path = PATH.exec(code)?.[1];
		if (path === undefined) return undefined;
		const names = Array.from(path.matchAll(NAME), ([, ...spellings]) => spellings.join(''));
		return names.every(isPlainName) ? (itemIndex) => this.at(names, itemIndex) : undefined;
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

/** n8n refuses some names, `$` in most places, and some of its engines find a method before a value of its name. */
function isPlainName(name: string): boolean {
	return name !== '$' && !(name in {}) && isSafeObjectProperty(name);
}
