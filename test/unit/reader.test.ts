// Falls with nodes/RewardsEngagement/fields/reader.ts.

import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';

import { amount, limit } from '../../nodes/RewardsEngagement/fields/number';
import { type Field, oneOf, optional } from '../../nodes/RewardsEngagement/fields/field';
import { locator } from '../../nodes/RewardsEngagement/fields/locator';
import type { PlainExpressions } from '../../nodes/RewardsEngagement/fields/plainExpression';
import { ParameterReader, type ParameterSource } from '../../nodes/RewardsEngagement/fields/reader';
import { flag, id, realmId, text } from '../../nodes/RewardsEngagement/fields/text';
import { refusalOf } from '../fixtures/refusalOf';

/** A node with these parameters, whose expressions have these values. */
const contextOf = (written: Record<string, unknown>, values: Record<string, unknown>) => {
	const evaluated: string[] = [];
	return {
		evaluated,
		getNode: () => ({ parameters: written as INodeParameters }),
		evaluateExpression: (expression: string): unknown => {
			evaluated.push(expression);
			if (!(`=${expression}` in values)) throw new Error(`nothing is known of ${expression}`);
			return values[`=${expression}`];
		},
	};
};
const triggerReader = (source: ParameterSource, credential?: { realmId: string; clientId: string }) =>
	new ParameterReader(source, { credential, isTrigger: true });

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
		['as the value of a whole locator', () => read(quest, '={{ it }}', inLocator(given)), 'Quest'],
		['in place of a list', () => read(events, '={{ it }}', given), 'Events'],
		['in a list', () => read(events, ['a', '={{ it }}'], given), 'Events'],
		['as a list with it', () => read(events, '={{ it }}', ['a', given]), 'Events'],
		['in a collection', () => readOptions({ clientId: '={{ it }}' }, given), 'Client ID'],
	])('%s', (_where, reading, displayName) => {
		const { message, advice } = refusalOf(reading);
		expect(message).toBe(`"${displayName}" is an expression that returned no value`);
		expect(advice).toMatch(/^Correct the expression.*\. Nothing was sent\.$/);
	});
});

it('refuses a collection that is no object', () => {
	for (const fixed of ['text', ['text'], '', '={{ it }}']) {
		const { message, advice } = refusalOf(() => readOptions(fixed, {}));
		expect(message).toBe('"Options" must be an object of fields');
		expect(advice).toBe('Correct "Options". Nothing was sent.');
	}
	expect(readOptions(null)).toEqual({});
});

describe('a member that guards the money of the owner', () => {
	const fields = { most: limit('Most', { description: '' }), note: text('Note', { description: '' }) };
	const readGuarded = (written: object, isTool: boolean) => {
		const source = { ...contextOf({ options: written }, {}), evaluateExpression: () => '5' };
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
		}
	});

	it('is no expression in a tool, because each may read what the model gave', () => {
		expect(() => readGuarded({ most: '={{ $json.most }}' }, true)).toThrow(
			'"Most" is an expression that an AI',
		);
		expect(readGuarded({ most: 5, note: '={{ $json.note }}' }, true)).toEqual({ most: '5', note: '5' });
		expect(readGuarded({ most: '={{ $json.most }}' }, false)).toEqual({ most: '5' });
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
		for (const given of [0, true, new Date(0)]) {
			expect(read(name, '=r-{{ it }}', given)).toBe(`r-${String(given)}`);
		}
		expect(read(quest, inLocator('=q-{{ it }}'), '7')).toBe('q-7');
		expect(read(events, ['=e.{{ it }}'], '7')).toEqual(['e.7']);
		expect(read(title, '=r-{{ it }}', '')).toBe('r-');
	});

	it.each(['', ' ', 'undefined', {}])('refuses %j as a part of a name', (given) => {
		expect(() => read(name, '=r-{{ it }}', given)).toThrow(
			'"Name" contains an expression that returned no value',
		);
		expect(() => read(quest, inLocator('=q-{{ it }}'), given)).toThrow(
			'"Quest" contains an expression that returned no value',
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
		expect(() => readOptions({ clientId: '={{ it }}' }, given)).toThrow('"Client ID" is an expression that');
		expect(read(name, given)).toBe(given);
		expect(read(title, '={{ it }}', given)).toBe(given);
	},
);

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
	expect(() => triggerReader(withPart).field('title', title)).toThrow('"Title" is an expression that cannot');
});

describe('for the items of a run', () => {
	/** A node whose expressions return text with the number of the item, or nothing after item 8. */
	const readerOf = (written: Record<string, unknown>, plain?: (itemIndex: number) => string | undefined) => {
		const evaluated: string[] = [];
		const source = {
			...contextOf(written, {}),
			evaluateExpression: (code: string, itemIndex: number) => {
				evaluated.push(`${code} ${itemIndex}`);
				return itemIndex > 8 ? undefined : `of ${itemIndex}`;
			},
		};
		const reads = plain && ({ of: () => plain } as unknown as PlainExpressions);
		return { reader: new ParameterReader(source, { plain: reads }), evaluated };
	};

	it('checks a fixed value once, and evaluates an expression for each', () => {
		let checked = 0;
		const counted = { ...title, schema: anything.transform((value) => (checked++, value)) };
		const { reader, evaluated } = readerOf({ a: 'fixed', b: '={{ $json.b }}' });
		for (const itemIndex of [0, 1]) expect(reader.field('a', counted, itemIndex)).toBe('fixed');
		expect(checked).toBe(1);
		for (const itemIndex of [0, 1]) expect(reader.field('b', counted, itemIndex)).toBe(`of ${itemIndex}`);
		expect(checked).toBe(3);
		expect(evaluated).toEqual(['{{ $json.b }} 0', '{{ $json.b }} 1']);
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

	it('leaves a plain expression out of the engine of n8n, and asks it where nothing is there', () => {
		const { reader, evaluated } = readerOf(
			{ a: '={{ $json.a }}', q: inLocator('={{ $json.q }}') },
			(itemIndex) => (itemIndex === 0 ? 'plain' : undefined),
		);
		expect([0, 1].map((itemIndex) => reader.field('a', title, itemIndex))).toEqual(['plain', 'of 1']);
		expect([0, 1].map((itemIndex) => reader.field('q', quest, itemIndex))).toEqual(['plain', 'of 1']);
		expect(evaluated).toEqual(['{{ $json.a }} 1', '{{ $json.q }} 1']);
	});

	it('reads the mode of a resource locator', () => {
		const { reader } = readerOf({ q: { __rl: true, mode: '={{ $json.m }}', value: 'q1' } });
		const byMode = { 'of 1': z.unknown().transform(() => 'by its mode') as never };
		const chosen = { ...quest, byMode };
		expect([0, 1].map((itemIndex) => reader.ofFields({ q: chosen })(itemIndex).q)).toEqual([
			'q1',
			'by its mode',
		]);
		expect(() => reader.field('q', quest, 9)).toThrow('"Quest" is an expression that returned no value');
	});

	it.each(['=a \\{{ $json.a }} {{ $json.b }}', '=a {{ $json.a', '=C:\\ {{ $json.a }}'])(
		'has n8n put together what only n8n can split: %s',
		(written) => {
			const { reader, evaluated } = readerOf({ a: written });
			expect(reader.field('a', title, 3)).toBe('of 3');
			expect(evaluated.at(-1)).toBe(`${written.slice(1)} 3`);
		},
	);

	it.each(['field', 'partsOf'] as const)(
		'evaluates a text once for an item, whether its %s is asked for first',
		(first) => {
			const { reader, evaluated } = readerOf({ key: '=a {{ $json.a }}{{ $json.b }}' });
			const ask = {
				field: (itemIndex: number) => reader.field('key', title, itemIndex),
				partsOf: (itemIndex: number) => reader.partsOf('key', itemIndex),
			};
			for (const itemIndex of [3, 4])
				for (const one of [first, 'field', 'partsOf'] as const) ask[one](itemIndex);
			const codes = ['{{ $json.a }}', '{{ $json.b }}'];
			expect(evaluated).toEqual([3, 4].flatMap((itemIndex) => codes.map((code) => `${code} ${itemIndex}`)));
		},
	);

	it('refuses the first of the wrong fields, fixed or not', () => {
		const isOn = flag('Is On', { description: '' });
		const { reader } = readerOf({ a: '={{ $json.a }}', on: 'maybe', b: '={{ $json.b }}' });
		expect(() => reader.ofFields({ a: title, on: isOn, b: title })(9)).toThrow('"Title" is an expression');
		expect(() => reader.ofFields({ on: isOn, a: title })(9)).toThrow('"Is On" must be true or false');
		expect(() => reader.ofFields({ a: title, on: isOn })(0)).toThrow('"Is On" must be true or false');
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
