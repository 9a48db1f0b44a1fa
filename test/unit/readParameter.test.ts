import { readParameter, type ShownParameter } from '../../nodes/RewardsEngagement/fields/readParameter';

/** A node whose parameters are written like this, and whose expressions give these values. */
const contextOf = (written: Record<string, unknown>, values: Record<string, unknown>) => {
	const resolve = (value: unknown): unknown => {
		if (typeof value === 'string') return value.startsWith('=') ? values[value] : value;
		if (Array.isArray(value)) return value.map(resolve);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
	};
	return {
		getNodeParameter: (name: string, fallback: unknown, options?: { rawExpressions?: boolean }) => {
			const value = written[name] ?? fallback;
			return options?.rawExpressions ? value : resolve(value);
		},
	};
};

const realm: ShownParameter = { name: 'realmId', displayName: 'Realm ID', default: '' };
const events: ShownParameter = { name: 'events', displayName: 'Events', default: [] };
const options: ShownParameter = {
	name: 'options',
	displayName: 'Options',
	default: {},
	options: [
		{ name: 'clientId', displayName: 'Client ID', type: 'string', default: '' },
		{ name: 'emitDenials', displayName: 'Emit Denials', type: 'boolean', default: false },
	],
};
const read = (shown: ShownParameter, written: unknown, given?: unknown) =>
	readParameter(contextOf({ [shown.name]: written }, { '={{ it }}': given }), shown);

it('gives what is written, an empty field too', () => {
	expect(read(realm, '')).toBe('');
	expect(read(realm, ' r1 ')).toBe(' r1 ');
	expect(read(realm, undefined)).toBe('');
	expect(read(events, [])).toEqual([]);
	expect(read(options, { clientId: '', emitDenials: false })).toEqual({ clientId: '', emitDenials: false });
	expect(read(realm, { __rl: true, mode: 'id', value: 'r1', cachedResultName: '=a name' })).toBe('r1');
});

it('gives what an expression gave', () => {
	expect(read(realm, '={{ it }}', 'r1')).toBe('r1');
	expect(read(realm, { __rl: true, mode: 'id', value: '={{ it }}' }, 'r1')).toBe('r1');
	expect(read(events, '={{ it }}', ['a'])).toEqual(['a']);
	expect(read(options, '={{ it }}', { emitDenials: false })).toEqual({ emitDenials: false });
	expect(read(options, { emitDenials: '={{ it }}' }, false)).toEqual({ emitDenials: false });
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
