import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Random, SEED } from '../../harness/random';
import { sizeOf } from '../../harness/size';
import { byId } from '../../harness/workflows/nodes';
import { nodeOf, runNode, workflowOf, type NodeRun } from '../engine';
import { NODE } from '../nodeTypes';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const TEXTS = [
	'',
	'',
	'order-',
	' ',
	'-',
	'/',
	'\n',
	'\t',
	'{',
	'}',
	'}}',
	'"',
	"'",
	'`${1}`',
	'𝕏',
	'=',
] as const;
const ODD_TEXTS = [
	...['\\', '\\\\', '\\n', '\\{{ 1 }}', '\\\\{{ 1 }}', '{{ "\\}}" }}', '{{ `a\\\\}}b` }}', '{{', '\\{{'],
	...['.constructor', '. constructor', '\u2028', '\ud800'],
] as const;
const CODES = [
	...[
		'$json.a',
		'$json.a',
		'$json.b',
		'$json["c"]',
		'$json.of.it',
		'$json.list',
		'$json.list[1]',
		'$json.of',
	],
	...[
		'$json.a ?? "none"',
		'$json.nope ?? ""',
		'$json.a + 1',
		'$json.b + "\\n" + $json.c',
		'$itemIndex',
		'-0',
	],
	...['$json.list.join("\\\\")', 'String($json.a).toUpperCase()', '[[], [""]]', '[$json.a, null]', '"}"'],
	...['new Date(0)', 'DateTime.fromMillis(0, { zone: "utc" })', '$json.b.isEmpty()', '"a{{b"', '$json.a //'],
] as const;
const ODD_CODES = [
	...[
		'$json.nope',
		'nope.foo',
		'null',
		'0 / 0',
		'" "',
		'$json.toString',
		'$json.constructor',
		'$json.callee',
	],
	...['$json.a.first()', '{ a: 1 }', '"\ud800"', '2 ** 60', '', 'a b', '() => 1'],
] as const;
const VALUES = [
	...[
		'ada',
		'ada',
		'x y',
		'',
		'0',
		'{{ $json.a }}',
		'=1',
		'\\',
		'\\{{',
		'"',
		'𝕏',
		'two\nlines',
		'.constructor',
	],
	...[0, -0, 7, -1.5, 0.1 + 0.2, 1e21, true, false, 'ada', 'x', ' ', null, 2 ** 53 + 2],
] as const;

/** Where the parts are not evident: n8n refuses the first, and backslashes decide about the others. */
const FIXED = [
	...['=.constructor {{ $json.a }}', '={{ $json.a }}{{', '=x {{ $json.a', '=x {{ $json.a }}\\{{'],
	...['=\\\\{{ $json.a }} {{ $json.b }}', '=\\\\{{ "{{" }} x', '={{ `a\\\\}}b` }} {{ $json.a }}'],
];

class Writer extends Random {
	item(): IDataObject {
		const [a, b, c, it, first, second] = Array.from({ length: 6 }, () => this.pick(VALUES));
		return { a, b, c, of: { it }, list: [first, second], callee: 'callee' };
	}

	/** A text of several parts. The last pair of braces is sometimes open. */
	expression(): string {
		const text = () => this.pick<string>(this.isOdd() ? ODD_TEXTS : TEXTS);
		const part = () => `${text()}{{ ${this.pick<string>(this.isOdd() ? ODD_CODES : CODES)} }}`;
		const whole = Array.from({ length: 1 + this.below(3) }, part).join('') + text();
		return `=${this.isOdd() ? whole.replace(/\}\}[^}]*$/, '') : whole}`;
	}

	private isOdd(): boolean {
		return this.below(12) === 0;
	}
}

const update = (name: string): INodeParameters => ({
	resource: 'currency',
	operation: 'update',
	currencyId: byId(service.ids.currencies.stars),
	// Shows which item was sent.
	updateFields: { name, metadata: '={{ ({ item: $itemIndex }) }}' },
});

const run = async (parameters: INodeParameters, input: IDataObject[]): Promise<NodeRun> =>
	await runNode({ credential: service.credential(), parameters, input, onError: 'continueErrorOutput' });

type Made = { value: unknown } | 'refused';

/** What n8n makes of an expression for an item. It also refuses some. */
function madeByN8n(written: string, input: IDataObject[], itemIndex: number): Made {
	const { expression } = workflowOf({ nodes: [nodeOf('Node', NODE)] });
	const items = structuredClone(input).map((json) => ({ json }));
	try {
		const value: unknown = expression.getParameterValue(
			written,
			null,
			0,
			itemIndex,
			'Node',
			items,
			'integrated',
			{},
		);
		return { value };
	} catch {
		return 'refused';
	}
}

const isNothing = (value: unknown) =>
	(value ?? null) === null || Number.isNaN(value) || (typeof value === 'string' && value.trim() === '');
const hasNothing = (value: unknown) => [value].flat().some(isNothing);

/** The refusals of an item. Each must be true of what n8n makes of the code in it, or of the whole. */
const REFUSALS: ReadonlyArray<[RegExp, (value: unknown) => boolean]> = [
	[/^"Name" contains an expression that returned no value for this item: (?<code>[^]+)$/, isNothing],
	[/^"Name" is an expression that returned no value for this item$/, hasNothing],
	[
		/^"Name" contains a number that may have lost digits for this item: (?<code>[^]+)$/,
		(value) => Number(value) > Number.MAX_SAFE_INTEGER,
	],
	[/^"Name" must be text, but is /, (value) => typeof value !== 'string'],
	// n8n refuses it as a part, and makes text of it in the whole.
	[/^this is a function, please add \(\)$/, (value) => typeof value === 'string'],
];

function isRightly(message: string, written: string, valueOf: (written: string) => Made): boolean {
	return REFUSALS.some(([refusal, isTrue]) => {
		const found = refusal.exec(message);
		if (!found) return false;
		const code = found.groups?.code;
		const made = valueOf(code === undefined ? written : `=${code}`);
		return made !== 'refused' && isTrue(made.value);
	});
}

it('is sent exactly as n8n makes it, or is refused by its name', async () => {
	const random = new Writer(SEED);
	const counts = { sent: 0, refused: 0, refusedByN8n: 0 };
	const wrong: unknown[] = [];
	for (let index = 0; index < sizeOf(80, 1000); index++) {
		const written = FIXED[index] ?? random.expression();
		const input = [random.item(), random.item(), random.item()];
		const before = service.requests.length;
		const { errorItems } = await run(update(written), structuredClone(input));
		const bodies = service.requests.slice(before).map(({ body }) => body as IDataObject);
		for (const [itemIndex, item] of input.entries()) {
			const valueOf = (one: string) => madeByN8n(one, input, itemIndex);
			const real = valueOf(written);
			const sent = bodies
				.filter(({ metadata }) => (metadata as IDataObject).item === itemIndex)
				.map(({ name }) => name);
			const failed = errorItems.find(({ pairedItem }) => (pairedItem as { item: number }).item === itemIndex);
			const message = failed?.json.error as string;
			const isRight =
				sent.length > 0
					? real !== 'refused' && sent.length === 1 && sent[0] === real.value
					: failed !== undefined && (real === 'refused' || isRightly(message, written, valueOf));
			if (!isRight) wrong.push({ written, n8n: real, sent, message, item });
			counts[sent.length > 0 ? 'sent' : real === 'refused' ? 'refusedByN8n' : 'refused']++;
		}
	}
	expect(wrong).toEqual([]);
	expect(counts.sent).toBeGreaterThan(counts.refused);
	expect(counts.refused).toBeGreaterThan(0);
});

/** Code that gives other values at each evaluation, and counts them. */
const changing = (...values: string[]) => `{{ [${values.join()}][$json.counted.push(1) - 1] }}`;

describe.each<[string, (text: string) => INodeParameters, () => unknown]>([
	['a text', update, () => (service.requests[0]?.body as IDataObject).name],
	[
		'a name',
		(values) => ({ resource: 'member', operation: 'search', type: 'username', values }),
		() => service.requests[0]?.query,
	],
	[
		'a path',
		(path) => ({
			resource: 'request',
			operation: 'send',
			method: 'GET',
			path: `=/api/v1/realms/${path.slice(1)}`,
		}),
		() => service.requests[0]?.path,
	],
])('%s', (_what, parameters, sent) => {
	it('is evaluated once, so that what is checked is what is sent', async () => {
		const input = [{ counted: [] }];
		await run(parameters(`=order-${changing('"first"', '"second"', '"third"')}`), input);
		expect(JSON.stringify(sent())).toContain('order-first');
		expect(input[0]!.counted).toHaveLength(1);
	});

	it('is sent if only another evaluation would give nothing', async () => {
		await run(parameters(`=order-${changing('"first"')}`), [{ counted: [] }]);
		expect(JSON.stringify(sent())).toContain('order-first');
	});

	it('is refused if only another evaluation would give a value', async () => {
		const { errorItems } = await run(parameters(`=order-${changing('undefined', '"second"')}`), [
			{ counted: [] },
		]);
		expect(errorItems[0]?.json.error).toContain(
			'contains an expression that returned no value for this item',
		);
		expect(service.requests).toEqual([]);
	});
});
