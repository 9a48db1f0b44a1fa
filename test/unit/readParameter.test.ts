import { InvalidParameter } from '../../nodes/RewardsEngagement/errors/invalidParameter';
import {
	readMember,
	readParameter,
	shownAs,
	type ShownParameter,
} from '../../nodes/RewardsEngagement/fields/readParameter';
import { amount } from '../../nodes/RewardsEngagement/fields/amount';
import { text } from '../../nodes/RewardsEngagement/fields/text';

/** A node whose parameters are written like this, and whose expressions give these values. */
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
			// As n8n puts a text together.
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

const realm: ShownParameter = { name: 'realmId', displayName: 'Realm ID', default: '' };
const events: ShownParameter = { name: 'events', displayName: 'Events', default: [] };
const options: ShownParameter = {
	name: 'options',
	displayName: 'Options',
	type: 'collection',
	default: {},
	options: [
		{ name: 'clientId', displayName: 'Client ID', type: 'string', default: '' },
		{ name: 'startOnDenial', displayName: 'Start on Denial', type: 'boolean', default: false },
	],
};
const read = (shown: ShownParameter, written: unknown, given?: unknown) =>
	readParameter(contextOf({ [shown.name]: written }, { '={{ it }}': given }), shown);

it('gives what is written, an empty field too', () => {
	expect(read(realm, '')).toBe('');
	expect(read(realm, ' r1 ')).toBe(' r1 ');
	expect(read(realm, undefined)).toBe('');
	expect(read(events, [])).toEqual([]);
	expect(read(options, { clientId: '', startOnDenial: false })).toEqual({
		clientId: '',
		startOnDenial: false,
	});
	expect(read(realm, { __rl: true, mode: 'id', value: 'r1', cachedResultName: '=a name' })).toBe('r1');
});

it('gives what an expression gave', () => {
	expect(read(realm, '={{ it }}', 'r1')).toBe('r1');
	expect(read(realm, { __rl: true, mode: 'id', value: '={{ it }}' }, 'r1')).toBe('r1');
	expect(read(events, '={{ it }}', ['a'])).toEqual(['a']);
	expect(read(options, '={{ it }}', { startOnDenial: false })).toEqual({ startOnDenial: false });
	expect(read(options, { startOnDenial: '={{ it }}' }, false)).toEqual({ startOnDenial: false });
});

const nothing: Array<[string, unknown]> = [
	['undefined', undefined],
	['null', null],
	['NaN', NaN],
	['an empty text', ''],
	['a blank text', ' \n\t '],
];

describe.each(nothing)('refuses an expression that gives %s, by name', (_what, given) => {
	it.each<[string, ShownParameter, unknown, unknown, string]>([
		['as a whole parameter', realm, '={{ it }}', given, 'Realm ID'],
		['in a resource locator', realm, { __rl: true, mode: 'id', value: '={{ it }}' }, given, 'Realm ID'],
		[
			"in a resource locator's mode",
			realm,
			{ __rl: true, mode: '={{ it }}', value: 'r1' },
			given,
			'Realm ID',
		],
		[
			'as the value of a whole locator',
			realm,
			'={{ it }}',
			{ __rl: true, mode: 'id', value: given },
			'Realm ID',
		],
		['in place of a list', events, '={{ it }}', given, 'Events'],
		['in a list', events, ['a', '={{ it }}'], given, 'Events'],
		['as a list with it', events, '={{ it }}', ['a', given], 'Events'],
		['in a collection', options, { clientId: '={{ it }}' }, given, 'Client ID'],
		['in place of a collection', options, '={{ it }}', given, 'Options'],
		['as a collection with it', options, '={{ it }}', { clientId: given }, 'Client ID'],
	])('%s', (_where, shown, written, value, name) => {
		expect(() => read(shown, written, value)).toThrow(`"${name}" is an expression that gave no value`);
	});
});

it('refuses a collection of something else than its fields', () => {
	expect(() => read(options, '={{ it }}', { clientID: 'app' })).toThrow('"Options" has no field "clientID"');
	expect(() => read(options, '={{ it }}', 'text')).toThrow('"Options" must be an object of fields');
	expect(() => read(options, '={{ it }}', ['text'])).toThrow('"Options" must be an object of fields');
});

describe('of a text that is put together', () => {
	const quest: ShownParameter = {
		name: 'questId',
		displayName: 'Quest',
		type: 'resourceLocator',
		default: { mode: 'id', value: '' },
	};
	const name = { ...realm, isName: true };
	const part = (value: unknown, shown: ShownParameter, written: unknown) => read(shown, written, value);

	it('gives the whole, where each part gives something', () => {
		expect(part('7', realm, '=r-{{ it }}')).toBe('r-7');
		expect(part(0, name, '=r-{{ it }}')).toBe('r-0');
		expect(part('7', quest, { __rl: true, mode: 'id', value: '=q-{{ it }}' })).toBe('q-7');
		expect(part('7', events, ['=e.{{ it }}'])).toEqual(['e.7']);
		expect(part('', realm, '=r-{{ it }}')).toBe('r-');
	});

	it.each([undefined, null, NaN])('refuses a part that gives %s', (nothing) => {
		const words = '"%" has a part that gave no value: {{ it }}';
		const locator = { __rl: true, mode: 'id', value: '=q-{{ it }}' };
		expect(() => part(nothing, realm, '=r-{{ it }}')).toThrow(words.replace('%', 'Realm ID'));
		expect(() => part(nothing, quest, locator)).toThrow(words.replace('%', 'Quest'));
		expect(() => part(nothing, events, ['a', '=e.{{ it }}'])).toThrow(words.replace('%', 'Events'));
		expect(() => part(nothing, options, { clientId: '=c-{{ it }}' })).toThrow(
			words.replace('%', 'Client ID'),
		);
	});

	it.each(['', ' ', 'undefined', {}])('refuses %j as a part of a name', (nothing) => {
		expect(() => part(nothing, name, '=r-{{ it }}')).toThrow('"Realm ID" has a part that gave no value');
		const locator = { __rl: true, mode: 'id', value: '=q-{{ it }}' };
		expect(() => part(nothing, quest, locator)).toThrow('"Quest" has a part that gave no value');
	});
});

describe('an empty part', () => {
	const numberOf = { displayName: 'Threshold', name: 'threshold', type: 'number', default: 1 } as const;
	const textOf = { displayName: 'Title', name: 'title', type: 'string', default: '' } as const;
	const of = (shown: ShownParameter, part: unknown) => read(shown, '=1{{ it }}', part);

	it.each(['', [], ['']])('is refused in a number as %j', (part) => {
		expect(() => of(numberOf, part)).toThrow('"Threshold" has a part that gave no value: {{ it }}');
	});

	it('stays one of a text', () => {
		expect(of(textOf, '')).toBe('1');
		expect(() => of({ ...textOf, isName: true }, '')).toThrow('"Title" has a part that gave no value');
	});

	it('is none of a field that does not say so', () => {
		expect(() => of(shownAs('title', amount('Title', { description: '' })), '')).toThrow(
			'"Title" has a part that gave no value',
		);
		expect(of(shownAs('title', text('Title', { description: '' })), '')).toBe('1');
	});
});

it('refuses an empty list from an expression where a list is chosen', () => {
	expect(() => read(events, '={{ it }}', [])).toThrow('"Events" is an expression that gave no value');
});

it('reads an expression in a resource locator that stands alone', () => {
	const currency: ShownParameter = {
		...realm,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
	};
	expect(read(currency, { __rl: true, mode: 'id', value: '={{ it }}' }, 'c1')).toBe('c1');
});

it('says of an expression that n8n cannot evaluate which it is, and what n8n says', () => {
	const context = contextOf({ realmId: '={{ that }}', options: { startOnDenial: '={{ that }}' } }, {});
	const thrown = expectInvalid(() => readParameter(context, realm));
	expect(thrown.message).toBe('"Realm ID" is an expression that cannot be evaluated here');
	expect(thrown.description).toContain('n8n says: nothing is known of {{ that }}');
	expect(() => readParameter(context, options)).toThrow('"Start on Denial" is an expression that cannot');
});

function expectInvalid(work: () => unknown): InvalidParameter {
	try {
		work();
	} catch (thrown) {
		expect(thrown).toBeInstanceOf(InvalidParameter);
		return thrown as InvalidParameter;
	}
	throw new Error('Nothing was thrown');
}

describe('a member of a collection, alone', () => {
	const [clientId, startOnDenial] = options.options as ShownParameter[];

	it('is read without the others', () => {
		const written = { clientId: '={{ that }}', startOnDenial: '={{ it }}' };
		const context = contextOf({ options: written }, { '={{ it }}': true });
		expect(readMember(context, options, startOnDenial!)).toBe(true);
		expect(context.evaluated).toEqual(['{{ it }}']);
	});

	it('is nothing when it was not added', () => {
		expect(readMember(contextOf({ options: {} }, {}), options, clientId!)).toBeUndefined();
		expect(readMember(contextOf({}, {}), options, clientId!)).toBeUndefined();
	});

	it('is found in a collection that an expression makes', () => {
		const of = (given: unknown) => contextOf({ options: '={{ it }}' }, { '={{ it }}': given });
		expect(readMember(of({ clientId: 'c1' }), options, clientId!)).toBe('c1');
		expect(readMember(of({ startOnDenial: true }), options, clientId!)).toBeUndefined();
		expect(() => readMember(of({ clientId: null }), options, clientId!)).toThrow(
			'"Client ID" is an expression',
		);
		expect(() => readMember(of({ client: 'c1' }), options, clientId!)).toThrow('has no field "client"');
	});
});
