import { DateTime } from 'luxon';

import type { Field } from '../../nodes/RewardsEngagement/fields/field';
import { jsonObject } from '../../nodes/RewardsEngagement/fields/jsonObject';
import { numberSchema } from '../../nodes/RewardsEngagement/fields/number';
import { hexIdSchema, idSchema } from '../../nodes/RewardsEngagement/fields/text';
import { searchValues } from '../../nodes/RewardsEngagement/resources/member/searchFields';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { topLevelFields } from '../../nodes/RewardsEngagement/declare/operation';

const messageOf = (schema: Field<unknown>['schema'], value: unknown) =>
	schema.safeParse(value).error?.issues[0]?.message;

const circular: Record<string, unknown> = {};
circular.itself = { circular };

const kinds: Array<[string, unknown]> = [
	['an object', { a: 1 }],
	['a list of objects', [{ a: 1 }]],
	['a list of numbers', [1.5]],
	['a list in a list', [['a']]],
	['an empty list', []],
	['a fraction', 1.5],
	['a negative number', -7],
	['a number close to 0', 5e-324],
	['true', true],
	['a Date', new Date(0)],
	['a DateTime', DateTime.fromMillis(0)],
	['NaN', NaN],
	['Infinity', Infinity],
	['a big integer', 10n],
	['a function', () => 'text'],
	['a Map', new Map([['a', 1]])],
	['a circular object', circular],
	['a text of nothing much', '?'],
];

/** Every field of every operation, including options, once for each place. */
const fields = registry.operations.flatMap((operation) =>
	[
		['parameters', topLevelFields(operation)] as const,
		['additionalFields', operation.additionalFields ?? {}] as const,
		['updateFields', operation.updateFields ?? {}] as const,
		['options', operation.options ?? {}] as const,
	].flatMap(([place, all]) =>
		Object.entries(all).map(
			([name, field]) => [`${operation.resource}.${operation.name} ${place}.${name}`, field] as const,
		),
	),
);

it('has fields', () => expect(fields.length).toBeGreaterThan(100));

it.each(kinds)('says in our own words what is wrong with %s, in every field', (_kind, value) => {
	const others = fields
		.map(([place, { schema }]) => [place, messageOf(schema, value)] as const)
		.filter(
			([, message]) =>
				message !== undefined && !/^(must |is not valid JSON: |contains |"[^"]*" is not a )/.test(message),
		);
	expect(others).toEqual([]);
});

it('takes nothing that JSON would turn into something else', () => {
	const fitting = fields.flatMap(([place, { schema }]) =>
		kinds
			.filter(([kind]) => /Date|NaN|Infinity|integer|function|Map|circular|nothing$/.test(kind))
			.filter(([, value]) => {
				const { success, data } = schema.safeParse(value) as { success: boolean; data?: unknown };
				// A date that equals the text of its time is sent as that text, also in JSON.
				const isItsMoment = typeof data === 'string' && Date.parse(data) === Number(value);
				return success && !isItsMoment;
			})
			.map(([kind]) => `${place}: ${kind}`),
	);
	expect(fitting).toEqual([]);
});

describe('a number', () => {
	it.each<[unknown, number]>([
		['12', 12],
		[' -0.50 ', -0.5],
		['9007199254740991', Number.MAX_SAFE_INTEGER],
		['0.30000000000000004', 0.1 + 0.2],
		['1.000000000000000000000000000000', 1],
		['0', 0],
		[0.1 + 0.2, 0.1 + 0.2],
	])('%p is taken as it is', (given, value) => {
		expect(numberSchema.parse(given)).toBe(value);
	});

	it.each<[unknown]>([
		['9007199254740993'],
		['9007199254740992'],
		['0.1000000000000000055'],
		[`0.${'0'.repeat(323)}49`],
		['1'.repeat(100_000)],
		[`0.${'0'.repeat(100_000)}1`],
		[2 ** 53],
		[-(2 ** 60)],
	])('%p, which JavaScript does not hold exactly, is refused', (given) => {
		expect(messageOf(numberSchema, given)).toMatch(/^must have at most 15 digits/);
	});

	it.each<[unknown]>([['1e400'], ['0x10'], ['1,5'], ['٣'], [NaN], [null], [10n]])('%p is none', (given) =>
		expect(messageOf(numberSchema, given)).toBe('must be a number'),
	);
});

describe('an id', () => {
	it.each([2 ** 53, 900_000_000_000_001_001_000, -(2 ** 53), 1e30])(
		'that is the number %d may have lost digits, and is to be given as text',
		(given) => {
			const message = 'contains a number that may have lost digits: make it text where it comes from';
			expect(messageOf(idSchema, given)).toBe(message);
			expect(messageOf(hexIdSchema, given)).toBe(message);
			expect(messageOf(searchValues.schema, given)).toBe(message);
			expect(messageOf(searchValues.schema, ['ada', given])).toBe(message);
		},
	);
});

describe('a JSON object', () => {
	const { schema } = jsonObject('Metadata', { description: '' });

	it('is sent as it was given, dates as ISO 8601 text', () => {
		const given = {
			a: null,
			b: [1, 'x', { c: false }],
			at: new Date(0),
			then: DateTime.fromMillis(0, { zone: 'utc' }),
		};
		expect(schema.parse(given)).toEqual({
			a: null,
			b: [1, 'x', { c: false }],
			at: '1970-01-01T00:00:00.000Z',
			then: '1970-01-01T00:00:00.000Z',
		});
		expect(JSON.stringify(schema.parse('{"__proto__": {"a": 1}, "constructor": 2}'))).toBe(
			'{"__proto__":{"a":1},"constructor":2}',
		);
		expect(schema.parse(Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 });
	});

	it.each<[string, unknown, string]>([
		['nothing in it', { a: { b: undefined } }, 'contains undefined, which JSON cannot store, at "a.b"'],
		['NaN', { a: NaN }, 'contains the number NaN, which JSON cannot store, at "a"'],
		['a rounded number', { id: 2 ** 53 }, 'contains the number 9007199254740992, which may have lost digits'],
		[
			'a number that is rounded on reading',
			'{"id": 9007199254740993}',
			'contains the number 9007199254740993',
		],
		[
			'digits that are lost on reading',
			'{"n": [0.1000000000000000055]}',
			'contains the number 0.1000000000000000055',
		],
		['a function', { f: () => 1 }, 'contains a function, which JSON cannot store, at "f"'],
		['a Map', { m: new Map() }, 'contains a value of the kind Map, which JSON cannot store, at "m"'],
		['an invalid date', { d: new Date(NaN) }, 'contains a value of the kind Date'],
		['itself', circular, 'contains more than 100 levels, or a reference to itself'],
		['too many levels', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'contains more than 100 levels'],
	])('with %s is refused, and the place is named', (_what, given, message) => {
		expect(messageOf(schema, given)).toContain(message);
	});

	it.each<[string, unknown]>([
		['a Date', new Date()],
		['a Map', new Map()],
		['an instance of a class', new (class Money {})()],
		['a list', [{}]],
		['a text of a list', '[]'],
	])('is not %s', (_what, given) => {
		expect(messageOf(schema, given)).toBe('must be a JSON object, such as { "tier": "gold" }');
	});

	it('may hold digits inside its texts', () => {
		expect(schema.parse('{"a": "9007199254740993 \\" 1e400 \\\\", "b": 1}')).toEqual({
			a: '9007199254740993 " 1e400 \\',
			b: 1,
		});
	});
});

describe('the values of a search', () => {
	it('are a text with commas, or a list of texts and whole numbers', () => {
		expect(searchValues.schema.parse('ada, ben,, ada')).toEqual(['ada', 'ben']);
		expect(searchValues.schema.parse([' ada ', 42, 'ada'])).toEqual(['ada', '42']);
		expect(searchValues.schema.parse(42)).toEqual(['42']);
	});

	it.each<[unknown]>([[[null, {}]], [[undefined]], [['ada', '']], [[['ada']]], [[true]], [{}], [true]])(
		'are not %p',
		(given) => {
			expect(messageOf(searchValues.schema, given)).toBe(
				'must be text or a list of texts that are not empty',
			);
		},
	);

	it('have no comma within, where they are a list', () => {
		const values = ['ada', Array.from({ length: 60 }, (_, number) => `nobody${number}`).join(',')];
		expect(messageOf(searchValues.schema, values)).toBe('must be a list of values that contain no comma');
	});
});
