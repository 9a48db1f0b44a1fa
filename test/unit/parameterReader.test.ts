// Falls with nodes/RewardsEngagement/fields/parameterReader.ts.

import { isExpression } from 'n8n-workflow';
import { z } from 'zod';

import { amount } from '../../nodes/RewardsEngagement/fields/amount';
import { optional, type Field } from '../../nodes/RewardsEngagement/fields/field';
import { limit } from '../../nodes/RewardsEngagement/fields/limit';
import { locator } from '../../nodes/RewardsEngagement/fields/locator';
import { ParameterReader, triggerReader } from '../../nodes/RewardsEngagement/fields/parameterReader';
import type { PlainExpressions } from '../../nodes/RewardsEngagement/fields/plainExpression';
import { realmId } from '../../nodes/RewardsEngagement/fields/realm';
import { flag, id, text } from '../../nodes/RewardsEngagement/fields/text';
import { oneOf } from '../../nodes/RewardsEngagement/fields/words';
import { refusalOf } from '../fixtures/refusalOf';

/** A node with these parameters, whose expressions have these values. */
const contextOf = (written: Record<string, unknown>, values: Record<string, unknown>) => {
	const evaluated: string[] = [];
	const evaluate = (expression: string): unknown => {
		evaluated.push(expression);
		if (!(`=${expression}` in values)) throw new Error(`nothing is known of ${expression}`);
		return values[`=${expression}`];
	};
	const resolve = (value: unknown): unknown => {
		if (typeof value === 'string') {
			if (!value.startsWith('=')) return value;
			const code = value.match(/\{\{.*?\}\}/g) ?? [];
			if (code.length === 1 && value === `=${code[0]}`) return evaluate(code[0]);
			// Inserts a value into a text like n8n.
			const withValue = (text: string, one: string) => text.replace(one, (evaluate(one) ?? '') as string);
			return code.reduce(withValue, value.slice(1));
		}
		if (Array.isArray(value)) return value.map(resolve);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
	};
	return {
		evaluated,
		evaluateExpression: evaluate,
		getNodeParameter: (name: string, fallback: unknown, options?: { rawExpressions?: boolean }) => {
			const value =
				name.split('.').reduce<unknown>((held, key) => (held as typeof written)?.[key], written) ?? fallback;
			return options?.rawExpressions ? value : resolve(value);
		},
	};
};

const anything = z.unknown();
const title: Field<unknown> = { ...text('Title', { description: '' }), schema: anything, optional: true };
const name: Field<unknown> = { ...id('Name', { description: '' }), schema: anything };
const quest: Field<unknown> = {
	...locator('Quest', { description: '', search: 'searchQuests', listPlaceholder: '', example: '' }),
	schema: anything,
	optional: true,
};
const events: Field<unknown> = {
	property: { displayName: 'Events', type: 'multiOptions', default: [] },
	schema: anything,
	optional: true,
};
const options = {
	name: 'options',
	displayName: 'Options',
	fields: {
		clientId: optional(id('Client ID', { description: '' })),
		startOnDenial: flag('Start on Denial', { description: '' }),
	},
};
const read = (field: Field<unknown>, written: unknown, given?: unknown) =>
	triggerReader(contextOf({ it: written }, { '={{ it }}': given })).field('it', field);
const readOptions = (written: unknown, given?: unknown) =>
	triggerReader(contextOf({ options: written }, { '={{ it }}': given })).ofCollection(options)(0);
const inLocator = (value: unknown) => ({ __rl: true, mode: 'id', value });

it('takes an empty choice of a list that the service fills for an empty field', () => {
	const property = { ...events.property, typeOptions: { loadOptionsMethod: 'searchActivations' } };
	const chosen = { ...events, property };
	expect(read(chosen, [])).toBeUndefined();
	expect(read(chosen, ['a'])).toEqual(['a']);
	expect(read(chosen, '={{ it }}', ['a'])).toEqual(['a']);
	expect(() => read(chosen, '={{ it }}', [])).toThrow('returned no value');
	expect(() => read({ ...chosen, optional: false }, [])).toThrow('"Events" is empty');
});

it('gives what is written', () => {
	expect(read(title, ' r1 ')).toBe(' r1 ');
	expect(read(events, [])).toEqual([]);
	expect(readOptions({ startOnDenial: false, clientId: 'c1' })).toEqual({
		clientId: 'c1',
		startOnDenial: false,
	});
	const chosen = contextOf({ q: { ...inLocator('r1'), cachedResultName: '={{ it }}' } }, {});
	expect(triggerReader(chosen).field('q', quest)).toBe('r1');
});

it('gives what an expression gave', () => {
	expect(read(title, '={{ it }}', 'r1')).toBe('r1');
	expect(read(quest, inLocator('={{ it }}'), 'r1')).toBe('r1');
	expect(read(events, '={{ it }}', ['a'])).toEqual(['a']);
	expect(readOptions('={{ it }}', { startOnDenial: false })).toEqual({ startOnDenial: false });
	expect(readOptions({ startOnDenial: '={{ it }}' }, false)).toEqual({ startOnDenial: false });
});

describe('an empty field', () => {
	const empty = ['', ' ', undefined, null, inLocator('')];

	it.each(empty)('is nothing as %j where it may be empty', (written) => {
		expect(read(title, written)).toBeUndefined();
	});

	it.each(empty)('is refused as %j where it may not', (written) => {
		const { message, advice } = refusalOf(() => read(name, written));
		expect(message).toBe('"Name" is empty');
		expect(advice).toBe('Fill in "Name". Nothing was sent.');
	});

	it('has the meaning that its field declares', () => {
		const choice = { ...title, schema: oneOf('page', 'redirect'), whenEmpty: 'page' as const };
		expect(read(choice, '')).toBe('page');
	});

	it('falls back to the credential', () => {
		const realmOf = (field: Field<unknown>, held: string) =>
			triggerReader(contextOf({ realmId: '' }, {}), { realmId: held, clientId: '' }).field('realmId', field);
		expect(realmOf(realmId, 'r1')).toBe('r1');
		expect(realmOf(optional(realmId), 'r1')).toBe('r1');
		expect(realmOf(optional(realmId), '')).toBeUndefined();
		const { message, advice } = refusalOf(() => realmOf(realmId, ''));
		expect(message).toBe('"Realm ID" is required: enter it here or in the credential');
		expect(advice).toBe('Fill in "Realm ID" in one of them. Nothing was sent.');
		expect(() => read(realmId, '')).toThrow('"Realm ID" is required: enter it here or in the credential');
	});

	it('that was added to a collection is a value, unless it may be empty', () => {
		const fields = { note: text('Note', { description: '' }), clientId: options.fields.clientId };
		const added = contextOf({ options: { note: '', clientId: '' } }, {});
		const given = triggerReader(added).ofCollection({ ...options, fields })(0);
		expect(given).toEqual({ note: '', clientId: undefined });
		expect(() => readOptions({ startOnDenial: '' })).toThrow('"Start on Denial" must be true or false');
		expect(readOptions({ startOnDenial: null })).toEqual({});
	});
});

const nothing: Array<[string, unknown]> = [
	['undefined', undefined],
	['null', null],
	['NaN', NaN],
	['an empty text', ''],
	['a blank text', ' \n\t '],
];

describe.each(nothing)('refuses an expression that gives %s, by name', (_what, given) => {
	it.each<[string, () => unknown, string]>([
		['as a whole parameter', () => read(title, '={{ it }}', given), 'Title'],
		['in a resource locator', () => read(quest, inLocator('={{ it }}'), given), 'Quest'],
		[
			"in a resource locator's mode",
			() => read(quest, { __rl: true, mode: '={{ it }}', value: 'r1' }, given),
			'Quest',
		],
		['as the value of a whole locator', () => read(quest, '={{ it }}', inLocator(given)), 'Quest'],
		['in place of a list', () => read(events, '={{ it }}', given), 'Events'],
		['in a list', () => read(events, ['a', '={{ it }}'], given), 'Events'],
		['as a list with it', () => read(events, '={{ it }}', ['a', given]), 'Events'],
		['in a collection', () => readOptions({ clientId: '={{ it }}' }, given), 'Client ID'],
		['in place of a collection', () => readOptions('={{ it }}', given), 'Options'],
		['as a collection with it', () => readOptions('={{ it }}', { clientId: given }), 'Client ID'],
	])('%s', (_where, reading, displayName) => {
		const { message, advice } = refusalOf(reading);
		expect(message).toBe(`"${displayName}" is an expression that returned no value`);
		expect(advice).toMatch(/^Correct the expression.*\. Nothing was sent\.$/);
	});
});

describe('the advice fits how the field is left out', () => {
	const adviceOn = (reading: () => unknown) => refusalOf(reading).advice;

	it('a required field needs a value', () => {
		expect(adviceOn(() => read({ ...title, optional: false }, '={{ it }}', ''))).toBe(
			'Correct the expression, so that it has a value. Nothing was sent.',
		);
	});

	it.each([
		['one that may be empty', title],
		['one with a default', { ...title, optional: false, whenEmpty: 'none' }],
		['one that the credential can fill', { ...title, optional: false, fallback: 'realmId' as const }],
	])('%s can be cleared', (_which, field) => {
		expect(adviceOn(() => read(field, '={{ it }}', ''))).toBe(
			'Correct the expression, or clear "Title" to leave it out. Nothing was sent.',
		);
	});

	it('a member of a collection can be removed', () => {
		for (const collection of [{ clientId: '={{ it }}' }, '={{ it }}'])
			expect(
				adviceOn(() => readOptions(collection, typeof collection === 'string' ? { clientId: '' } : '')),
			).toBe('Correct the expression, or remove "Client ID" to leave it out. Nothing was sent.');
	});
});

it('refuses a collection that is no object', () => {
	const noObject = refusalOf(() => readOptions('={{ it }}', 'text'));
	expect(noObject.message).toBe('"Options" must be an object of fields');
	expect(noObject.advice).toBe('Correct "Options". Nothing was sent.');
	expect(() => readOptions('={{ it }}', ['text'])).toThrow('"Options" must be an object of fields');
	for (const fixed of ['text', ['text'], ''])
		expect(() => readOptions(fixed)).toThrow('"Options" must be an object of fields');
	expect(readOptions(null)).toEqual({});
});

describe('a member that guards the money of the owner', () => {
	const fields = { most: limit('Most', { description: '' }), note: text('Note', { description: '' }) };
	const readGuarded = (written: unknown, isTool: boolean, given?: unknown) => {
		const source = {
			evaluateExpression: () => given,
			getNodeParameter: (name: string, _item: number, _usual: unknown, how: { rawExpressions?: boolean }) =>
				how.rawExpressions ? written : name === 'options' ? given : '5',
		};
		return new ParameterReader(source, { isTool }).ofCollection({ ...options, fields })(0);
	};

	it.each([
		"={{ $fromAI('limit') }}",
		"={{ $fromai('limit') }}",
		"={{ Math.max(1, $fromAi('limit', 'the limit', 'number')) }}",
		"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Most', ``, 'number') }}",
	])('is not set by an AI model: %s', (written) => {
		for (const isTool of [true, false]) {
			const { message, advice } = refusalOf(() => readGuarded({ most: written }, isTool));
			expect(message).toBe('"Most" is an expression that an AI model could set');
			expect(advice).toBe(
				'Enter a fixed value. Only the workflow owner may set this option. Nothing was sent.',
			);
			expect(() => readGuarded(written, isTool, {})).toThrow('"Options" is an expression that an AI');
		}
	});

	it('is no expression in a tool, because each may read what the model gave', () => {
		expect(() => readGuarded({ most: '={{ $json.most }}' }, true)).toThrow(
			'"Most" is an expression that an AI',
		);
		expect(() => readGuarded('={{ $json }}', true, {})).toThrow('"Options" is an expression that an AI');
		expect(readGuarded({ most: 5, note: '={{ $json.note }}' }, true)).toEqual({ most: '5', note: '5' });
		expect(readGuarded({ most: '={{ $json.most }}' }, false)).toEqual({ most: '5' });
		expect(readGuarded('={{ $json }}', false, { most: 6 })).toEqual({ most: '6' });
	});

	it('is refused if it is empty, and ignored if it was not added', () => {
		for (const most of [null, '', ' ']) {
			const { message, advice } = refusalOf(() => readGuarded({ most }, false));
			expect(message).toBe('"Most" is empty');
			expect(advice).toBe('Fill in "Most", or remove it from "Options". Nothing was sent.');
		}
		expect(readGuarded({ most: undefined, note: null }, true)).toEqual({});
	});
});

describe('of a text that is put together', () => {
	it('gives the whole, where each part gives something', () => {
		expect(read(title, '=r-{{ it }}', '7')).toBe('r-7');
		expect(read(name, '=r-{{ it }}', 0)).toBe('r-0');
		expect(read(quest, inLocator('=q-{{ it }}'), '7')).toBe('q-7');
		expect(read(events, ['=e.{{ it }}'], '7')).toEqual(['e.7']);
		expect(read(title, '=r-{{ it }}', '')).toBe('r-');
	});

	it.each([undefined, null, NaN])('refuses a part that gives %s', (given) => {
		const refusal = (displayName: string) =>
			`"${displayName}" contains an expression that returned no value: {{ it }}`;
		expect(() => read(title, '=r-{{ it }}', given)).toThrow(refusal('Title'));
		expect(() => read(quest, inLocator('=q-{{ it }}'), given)).toThrow(refusal('Quest'));
		expect(() => read(events, ['a', '=e.{{ it }}'], given)).toThrow(refusal('Events'));
		expect(() => readOptions({ clientId: '=c-{{ it }}' }, given)).toThrow(refusal('Client ID'));
	});

	it.each(['', ' ', 'undefined', {}])('refuses %j as a part of a name', (given) => {
		expect(() => read(name, '=r-{{ it }}', given)).toThrow(
			'"Name" contains an expression that returned no value',
		);
		expect(() => read(quest, inLocator('=q-{{ it }}'), given)).toThrow(
			'"Quest" contains an expression that returned no value',
		);
	});

	it.each(['', []])('refuses %j as a part of what is no text', (given) => {
		const price = amount('Price', { description: '' });
		expect(() => read(price, '=1{{ it }}', given)).toThrow(
			'"Price" contains an expression that returned no value: {{ it }}',
		);
	});
});

it.each(['quest-undefined', 'null', 'a [object Object]'])(
	'refuses the name %j from an expression',
	(given) => {
		expect(() => read(name, '={{ it }}', given)).toThrow('"Name" is an expression that returned no value');
		expect(() => read(name, '={{ it }}', ['a', given])).toThrow(
			'"Name" is an expression that returned no value',
		);
		expect(() => readOptions('={{ it }}', { clientId: given })).toThrow('"Client ID" is an expression that');
		expect(read(name, given)).toBe(given);
		expect(read(title, '={{ it }}', given)).toBe(given);
	},
);

it('refuses an empty list from an expression where a list is chosen', () => {
	expect(() => read(events, '={{ it }}', [])).toThrow('"Events" is an expression that returned no value');
	expect(read(title, '={{ it }}', [])).toEqual([]);
});

it('does not show a value, which may come from a request that is not verified', () => {
	const price = amount('Price', { description: '' });
	const { message } = refusalOf(() => read(price, '={{ it }}', 'forged'));
	expect(message).toMatch(/^"Price" must be /);
	expect(message).not.toContain('forged');
});

it('says of an expression that n8n cannot evaluate which it is, and what n8n says', () => {
	const context = contextOf({ realmId: '={{ that }}', options: { startOnDenial: '={{ that }}' } }, {});
	const reader = triggerReader(context);
	const thrown = refusalOf(() => reader.field('realmId', realmId));
	expect(thrown.message).toBe('"Realm ID" is an expression that cannot be evaluated here');
	expect(thrown.advice).toContain('n8n says: nothing is known of {{ that }}');
	expect(() => reader.ofCollection(options)(0)).toThrow('"Start on Denial" is an expression that cannot');
	const withPart = contextOf({ title: '=a {{ it }}' }, {});
	const partFails = {
		...withPart,
		getNodeParameter: (...[path, , how]: Parameters<typeof withPart.getNodeParameter>) =>
			how?.rawExpressions ? withPart.getNodeParameter(path, '', how) : 'a',
	};
	expect(() => triggerReader(partFails).field('title', title)).toThrow(
		'"Title" is an expression that cannot',
	);
});

describe('for the items of a run', () => {
	/** A node whose expressions return the number of the item. Without n8n they return `plain`. */
	const readerOf = (written: Record<string, unknown>, plain?: (itemIndex: number) => string | undefined) => {
		const evaluated: string[] = [];
		const source = {
			evaluateExpression: (code: string, itemIndex: number) => {
				evaluated.push(`${code} ${itemIndex}`);
				return itemIndex;
			},
			getNodeParameter: (
				path: string,
				itemIndex: number,
				fallback: unknown,
				how: { rawExpressions?: boolean; skipValidation?: boolean },
			) => {
				const value = path
					.split('.')
					.reduce<unknown>((held, key) => (held as typeof written)?.[key], written);
				if (how.rawExpressions) return value ?? fallback;
				evaluated.push(`${path} ${itemIndex} ${how.skipValidation}`);
				const given = itemIndex > 8 ? undefined : `of ${itemIndex}`;
				return path === 'q' ? inLocator(given) : given;
			},
		};
		const reads = plain && {
			of: (one: unknown) => (isExpression(one) ? plain : undefined),
			ofCode: () => plain,
		};
		const reader = new ParameterReader(source, { plain: reads as PlainExpressions | undefined });
		return { reader, evaluated };
	};

	it('checks a fixed value once, and evaluates an expression for each', () => {
		let checked = 0;
		const counted = { ...title, schema: anything.transform((value) => (checked++, value)) };
		const { reader, evaluated } = readerOf({ a: 'fixed', b: '={{ $json.b }}' });
		for (const itemIndex of [0, 1]) expect(reader.field('a', counted, itemIndex)).toBe('fixed');
		expect(checked).toBe(1);
		for (const itemIndex of [0, 1]) expect(reader.field('b', counted, itemIndex)).toBe(`of ${itemIndex}`);
		expect(checked).toBe(3);
		expect(evaluated).toEqual(['b 0 true', 'b 1 true']);
	});

	it('refuses a fixed value for each item, and checks it once', () => {
		const { reader } = readerOf({ flag: 'maybe' });
		const isOn = flag('Is On', { description: '' });
		const errors = [0, 1].map((itemIndex) => refusalOf(() => reader.field('flag', isOn, itemIndex)));
		expect(errors[0]!.message).toBe('"Is On" must be true or false, but is "maybe"');
		expect(errors[1]).toBe(errors[0]);
	});

	it('reads a collection of fixed members once, in the order of their declaration', () => {
		const { reader } = readerOf({ options: { startOnDenial: true, clientId: 'c1' } });
		const readAll = reader.ofCollection(options);
		expect(Object.keys(readAll(0))).toEqual(['clientId', 'startOnDenial']);
		expect(readAll(1)).toBe(readAll(0));
		const { reader: changing } = readerOf({ options: { startOnDenial: true, clientId: '={{ $json.c }}' } });
		const readEach = changing.ofCollection(options);
		expect([readEach(0).clientId, readEach(1).clientId]).toEqual(['of 0', 'of 1']);
	});

	it('names the item in what it refuses', () => {
		const { reader } = readerOf({ a: '={{ $json.a }}', b: '=x {{ $json.a }}', options: '={{ $json.o }}' });
		expect(() => reader.field('a', title, 9)).toThrow(/returned no value for this item$/);
		expect(() => reader.ofCollection(options)(9)).toThrow(/returned no value for this item$/);
	});

	it('takes an empty list, which the operation then judges', () => {
		const source = {
			evaluateExpression: () => undefined,
			getNodeParameter: (...[, , , how]: [string, number, unknown, { rawExpressions?: boolean }]) =>
				how.rawExpressions ? '={{ $json.list }}' : [],
		};
		expect(new ParameterReader(source).field('events', events)).toEqual([]);
	});

	it('takes a name that only looks like nothing, which the service then judges', () => {
		const { reader } = readerOf({ a: '={{ $json.a }}' }, () => 'null');
		expect(reader.field('a', name)).toBe('null');
	});

	it('leaves a plain expression out of the engine of n8n, and asks it where nothing is there', () => {
		const { reader, evaluated } = readerOf(
			{ a: '={{ $json.a }}', q: inLocator('={{ $json.q }}') },
			(itemIndex) => (itemIndex === 0 ? 'plain' : undefined),
		);
		expect([0, 1].map((itemIndex) => reader.field('a', title, itemIndex))).toEqual(['plain', 'of 1']);
		expect([0, 1].map((itemIndex) => reader.field('q', quest, itemIndex))).toEqual(['plain', 'of 1']);
		expect(evaluated).toEqual(['a 1 true', 'q 1 true']);
	});

	it('has n8n find the mode of a resource locator', () => {
		const { reader, evaluated } = readerOf(
			{ q: { __rl: true, mode: '={{ $json.m }}', value: '={{ $json.q }}' } },
			() => 'plain',
		);
		expect(reader.field('q', quest)).toBe('of 0');
		expect(evaluated).toEqual(['q 0 true']);
	});

	it('throws what n8n throws', () => {
		const fails = () => {
			throw new TypeError('of n8n');
		};
		const source = {
			evaluateExpression: fails,
			getNodeParameter: (
				_path: string,
				_itemIndex: number,
				_fallback: unknown,
				how: { rawExpressions?: boolean },
			) => (how.rawExpressions ? '={{ $json.a }}' : fails()),
		};
		expect(() => new ParameterReader(source).field('a', title)).toThrow(TypeError);
	});

	it('gives the parts of a text, and evaluates each once', () => {
		const written: Record<string, unknown> = {
			key: '=a {{ $json.a }}{{ $json.b }}',
			one: '={{ $json.a }}',
			open: '=a {{ $json.a',
			escaped: '=a \\{{ $json.a }} {{ $json.b }}',
			fixed: 'a {{ $json.a }}',
		};
		const { reader, evaluated } = readerOf(written);
		const parts = [{ text: 'a ' }, { code: '{{ $json.a }}', value: 3 }, { code: '{{ $json.b }}', value: 3 }];
		expect(reader.partsOf('key', 3)).toEqual(parts);
		written.key = 'changed';
		expect(reader.partsOf('key', 4)?.[1]).toEqual({ code: '{{ $json.a }}', value: 4 });
		expect(evaluated).toHaveLength(4);
		for (const other of ['one', 'open', 'escaped', 'fixed', 'missing']) {
			expect([other, reader.partsOf(other, 0), reader.partsOf(other, 1)]).toEqual([
				other,
				undefined,
				undefined,
			]);
		}
	});

	it.each(['={{ $json.a }}', 'a {{ $json.a }}'])('refuses %s where no expression may be', (written) => {
		const { reader } = readerOf({ a: written });
		const fixed = { ...title, isFixed: true };
		const thrown = refusalOf(() => reader.field('a', fixed));
		expect(thrown.message).toBe('"Title" cannot be an expression');
		expect(thrown.advice).toContain('Choose a fixed value for "Title"');
		expect(readerOf({ a: 'plain' }).reader.field('a', fixed)).toBe('plain');
		expect(readerOf({ a: 7 }).reader.field('a', fixed)).toBe(7);
	});
});

it('reads an execution of the trigger for its item', () => {
	const context = {
		getInputData: () => [],
		evaluateExpression: () => undefined,
		getNodeParameter: (...[, itemIndex, , how]: [string, number, unknown, { rawExpressions?: boolean }]) =>
			how.rawExpressions ? '={{ $json.a }}' : `of ${itemIndex}`,
	};
	expect(triggerReader(context as never).field('a', title, 2)).toBe('of 2');
});

describe('a member of a collection, alone', () => {
	const memberOf = (context: ReturnType<typeof contextOf>, which: keyof typeof options.fields) =>
		triggerReader(context).member(options, which);

	it('is read without the others', () => {
		const written = { clientId: '={{ that }}', startOnDenial: '={{ it }}' };
		const context = contextOf({ options: written }, { '={{ it }}': true });
		expect(memberOf(context, 'startOnDenial')).toBe(true);
		expect(context.evaluated).toEqual(['{{ it }}']);
	});

	it('is nothing when it was not added', () => {
		expect(memberOf(contextOf({ options: {} }, {}), 'clientId')).toBeUndefined();
		expect(memberOf(contextOf({}, {}), 'clientId')).toBeUndefined();
	});

	it('is found in a collection that an expression makes', () => {
		const of = (given: unknown) => contextOf({ options: '={{ it }}' }, { '={{ it }}': given });
		expect(memberOf(of({ clientId: 'c1' }), 'clientId')).toBe('c1');
		expect(memberOf(of({ startOnDenial: true }), 'clientId')).toBeUndefined();
		expect(() => memberOf(of({ clientId: null }), 'clientId')).toThrow('"Client ID" is an expression');
		expect(memberOf(of({ client: 'c1' }), 'clientId')).toBeUndefined();
	});
});
