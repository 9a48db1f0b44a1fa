import {
	Expression,
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeTypes,
	type IWorkflowDataProxyAdditionalKeys,
} from 'n8n-workflow';

import { z } from 'zod';

import { PlainExpressions } from '../../nodes/RewardsEngagement/fields/plainExpression';
import { ParameterReader } from '../../nodes/RewardsEngagement/fields/reader';
import { text } from '../../nodes/RewardsEngagement/fields/text';
import { Random, SEED } from '../harness/random';
import { sizeOf } from '../harness/size';

const NODE: INode = {
	id: 'node',
	name: 'Node',
	type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const EXECUTION_ID = '17';
const ADDITIONAL_KEYS = { $execution: { id: EXECUTION_ID } } as IWorkflowDataProxyAdditionalKeys;
const workflow = new Workflow({
	nodes: [NODE],
	connections: {},
	active: false,
	nodeTypes: { getByNameAndVersion: () => undefined } as unknown as INodeTypes,
});

const words = (text: string) => text.split(' ') as [string, ...string[]];

/** Names in items and in expressions. */
const COMMON = ['a', 'b', 'id', 'amount', 'x y', '0', '1'] as const;
const NAMES = [
	...COMMON,
	...words('$id $ _id class null größe 日本 8 010 a-b a.b a]b length toString valueOf hasOwnProperty toJSON'),
	...words(
		'then map keys isEmpty first toInt x.first( $if(1 extend constructor constructorName a.constructor',
	),
	...words('__proto__ prototype caller callee arguments binding mainModule defineProperty getPrototypeOf'),
	...words('__lookupGetter__ _load'),
	...['', ' ', "it's", 'say "hi"', 'tab\there', 'line\nbreak', 'line\u2028break', '.round ('],
] as const;

const SCALARS = [
	...['text', 'text', '', ' ', '0', 'two\nlines', '{{ $json.a }}', '=', '\ud800', '𝕏', "it's"],
	...[0, -0, 1, -5, 0.1 + 0.2, 1e21, 1e-7, 2 ** 53 + 2, Number.MAX_VALUE, NaN, Infinity, true, false],
	...[null, undefined, new Date(0)],
] as const;

const SPACES = ['', '', '', ' ', ' ', '\n', '\t', '\r\n', '\u00a0', '\ufeff', '\u2028'] as const;
const FALLBACKS = [
	...words(`'none' "" "it's" 'x.first(' '{{' '.constructor' 'a\\'b' "\u2028" 'unclosed $json.b 0 null`),
	...[`'say "hi"'`, "'a' + 'b'", "'a' ?? 'b'"],
] as const;
const OTHER_CODE = [
	...words(
		'$execution.id $execution["id"] $execution.mode $json $jsonx.a $itemIndex toString $json.a.b.c return',
	),
	...[' $execution.id\n', '', ' ', '1 + 1', "'text'", '{ a: 1 }', '$json.a; $json.b'],
] as const;
const TEXTS = [...words('order- - { } }} " `${1}` 𝕏'), ...['', '', ' ', '\n', '\r\n', '\t', '{ {']] as const;
const ODD_TEXTS = [
	...['\\', '\\\\', '\\n', '\\{{', '\\}}', '{{', '.constructor', '. constructor', 'constructor', '.'],
	...['toString', 'valueOf', '\u2028', '\ud800', '='],
] as const;

/** Writes random items, and random expressions for them. */
class Writer extends Random {
	isOneIn(count: number): boolean {
		return this.below(count) === 0;
	}

	item(): IDataObject {
		return this.object(Array.from({ length: 12 }, () => this.value()));
	}

	value(depth = 0): unknown {
		if (depth === 3 || this.isOneIn(2)) return this.pick<unknown>(SCALARS);
		const values = Array.from({ length: this.below(7) }, () => this.value(depth + 1));
		return this.isOneIn(3) ? values : this.object(values);
	}

	/** The code between two pairs of braces. */
	code(item: IDataObject): string {
		if (this.isOneIn(15)) return this.pick<string>(OTHER_CODE);
		const space = () => this.pick<string>(SPACES);
		const fallback = this.isOneIn(5) ? `??${space()}${this.pick<string>(FALLBACKS)}` : '';
		return `${space()}$json${this.path(item)}${space()}${fallback}${space()}`;
	}

	expression(item: IDataObject): string {
		const part = () => `{{${this.code(item)}${this.isOneIn(40) ? '' : '}}'}`;
		if (this.isOneIn(3)) return `=${part()}`;
		const text = () => this.pick<string>(this.isOneIn(6) ? ODD_TEXTS : TEXTS);
		return `=${Array.from({ length: this.below(4) }, () => text() + part()).join('')}${text()}`;
	}

	private name(): string {
		return this.pick<string>(this.isOneIn(4) ? NAMES : COMMON);
	}

	/** `fromEntries` defines each member, so "__proto__" is a member too. */
	private object(values: unknown[]): IDataObject {
		return Object.fromEntries(values.map((value) => [this.name(), value])) as IDataObject;
	}

	/** A path. Most lead to a value of the item. */
	private path(item: IDataObject): string {
		let value: unknown = item;
		let path = '';
		do {
			const [first, ...others] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
			const isKnown = first !== undefined && !this.isOneIn(20);
			const name = isKnown ? this.pick([first, ...others]) : this.name();
			path += this.member(name);
			value = isKnown ? (value as IDataObject)[name] : undefined;
		} while (typeof value === 'object' && value !== null ? !this.isOneIn(20) : this.isOneIn(20));
		return path;
	}

	/** A name in a path, in one of the ways to write it. Some are wrong. */
	private member(name: string): string {
		const ways: [string, ...string[]] = [`['${name}']`, `["${name}"]`];
		if (/^[\p{L}$_][\p{L}\d$_]*$/u.test(name)) ways.push(`.${name}`, `.${name}`, `.${name}`);
		if (/^\d+$/.test(name)) ways.push(`[${name}]`, `[${name}]`, `[${name}]`, `[0${name}]`, `[-${name}]`);
		if (this.isOneIn(15))
			ways.push(`?.['${name}']`, `[\`${name}\`]`, `[ '${name}' ]`, `.${name}`, ` .${name}`, `[${name}]`);
		if (this.isOneIn(30)) ways.push('[-1]', '[1.5]', '[4294967296]', '[99999999999]', '[1e3]', '[0x1]');
		return this.pick(ways);
	}
}

/** What n8n makes of an expression. It also refuses some. */
function evaluated(written: string, items: INodeExecutionData[], itemIndex: number) {
	try {
		const value: unknown = workflow.expression.getParameterValue(
			written,
			null,
			0,
			itemIndex,
			NODE.name,
			items,
			'manual',
			ADDITIONAL_KEYS,
		);
		return { value };
	} catch {
		return 'refused';
	}
}

function plainOf(items: INodeExecutionData[]): PlainExpressions {
	return new PlainExpressions({
		getExecutionId: () => EXECUTION_ID,
		getInputData: () => items,
	});
}

const anything = { ...text('It', { description: '' }), schema: z.unknown() };

/** The value of a parameter that is read without n8n. `undefined` if n8n must evaluate it, or if it is refused. */
function readAlone(written: string, items: INodeExecutionData[], itemIndex: number): unknown {
	const source = {
		getNode: () => ({ ...NODE, parameters: { it: written } }),
		evaluateExpression: () => {
			throw new Error('left to n8n');
		},
	};
	try {
		return new ParameterReader(source, { plain: plainOf(items) }).field('it', anything, itemIndex);
	} catch {
		return undefined;
	}
}

const shown = (value: unknown) => (Object.is(value, -0) ? '-0' : value);

/** Reads random expressions for three items each, and compares what was read with what n8n gives. */
function compare(random: Writer, count: number, isUnfit: (value: unknown) => boolean) {
	const differences: unknown[] = [];
	const kinds: Record<string, number> = {};
	for (let index = 0; index < count; index++) {
		const item = random.item();
		const items = [item, { ...item, a: random.value() }, { ...item, b: random.value() }].map((json) => ({
			json: json as IDataObject,
		}));
		const isCode = random.isOneIn(4);
		const written = isCode ? random.code(item) : random.expression(item);
		// n8n's legacy engine finds the methods of an object among the expressions that it remembers.
		if (written.slice(1) in {}) continue;
		for (const [itemIndex, { json }] of items.entries()) {
			const value = isCode ? plainOf(items).of(written)?.(itemIndex) : readAlone(written, items, itemIndex);
			if (value === undefined || isUnfit(value)) continue;
			const hasSeveral = !isCode && written.split('{{').length > 2;
			for (const kind of [typeof value, isCode ? 'code' : hasSeveral ? 'several parts' : 'one part'])
				kinds[kind] = (kinds[kind] ?? 0) + 1;
			const real = evaluated(isCode ? `={{${written}}}` : written, items, itemIndex);
			if (real === 'refused' || !Object.is(value, real.value))
				differences.push({ written, read: shown(value), n8n: real, item: json });
		}
	}
	return { differences, kinds };
}

/**
 * By default n8n 2.41 uses the engine `vm`. It needs a native module that not every machine has. QuickJS runs the same
 * code for the data of expressions.
 */
const ENGINES = [
	['legacy', sizeOf(600, 1_200)],
	['quickjs', sizeOf(400, 800)],
] as const;

describe.each(ENGINES)('in n8n with the engine %s', (engine, count) => {
	beforeAll(async () => {
		const enough = { bridgeTimeout: 60_000, bridgeMemoryLimit: 128, poolSize: 1, maxCodeCacheSize: 10_000 };
		await Expression.initExpressionEngine({ engine, ...enough });
		await workflow.expression.acquireIsolate();
	});
	afterAll(async () => {
		await workflow.expression.releaseIsolate();
		await Expression.disposeExpressionEngine();
		Expression.setExpressionEngine('legacy');
	});

	it('a simple expression is read as n8n reads it, with the same type, or left to n8n', () => {
		expect(Expression.getActiveImplementation()).toBe(engine);
		// QuickJS replaces the half of a character. The package keeps it, and then refuses it.
		const isUnfit = (value: unknown) => engine === 'quickjs' && /\p{Surrogate}/u.test(String(value));
		const { differences, kinds } = compare(new Writer(SEED), count, isUnfit);
		expect(differences).toEqual([]);
		// Otherwise the comparison would say little.
		const few: Array<[string, number]> = [
			['string', 8],
			['number', 50],
			['boolean', 600],
			['one part', 10],
			['code', 25],
			['several parts', 500],
		];
		const cases = 3 * count;
		expect(few.filter(([kind, share]) => !(kinds[kind]! > cases / share))).toEqual([]);
	});
});

it.each([
	...['={{ $json.a }}{{', '={{ $json.$.a }}', '={{ $json.$ ?? "x" }}', '={{ $json.of[08] }}'],
	...[
		'={{ $json.callee }}',
		'={{ $json.toString }}',
		'={{ $json.constructorName }}',
		'=.constructor {{ $json.a }}',
	],
])('is left to n8n, which reads it in its own way: %s', (written) => {
	const json = { a: 5, $: { a: 1 }, of: { '08': 1 }, callee: 1, toString: 'text', constructorName: 'text' };
	expect(readAlone(written, [{ json }], 0)).toBeUndefined();
	expect(readAlone('={{ $json.a }}', [{ json }], 0)).toBe(5);
});
