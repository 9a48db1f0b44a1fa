// Falls with nodes/RewardsEngagement/run/readItem.ts and nodes/RewardsEngagement/run/itemKey.ts.

import type { INodeParameters } from 'n8n-workflow';

import { ParameterReader } from '../../nodes/RewardsEngagement/fields/reader';
import { locator } from '../../nodes/RewardsEngagement/fields/locator';
import { flag, id, text } from '../../nodes/RewardsEngagement/fields/text';
import type { LocalOperation } from '../../nodes/RewardsEngagement/declare/operation';
import { parametersReader } from '../../nodes/RewardsEngagement/run/readItem';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { Effect, OperationRequest } from '../../nodes/RewardsEngagement/api/request';
import { type Finder, RecordName } from '../../nodes/RewardsEngagement/fields/field';
import { fullKey } from '../../nodes/RewardsEngagement/once/key';
import type { ItemEvent } from '../../nodes/RewardsEngagement/once/origin';
import { keyedItem } from '../../nodes/RewardsEngagement/run/itemKey';
import type { Draft, Run } from '../../nodes/RewardsEngagement/run/job';
import { refusalOf } from '../fixtures/refusalOf';

describe('the parameters of an item', () => {
	const noText = { description: '' };
	const operation = {
		parameters: { thing: id('Thing', noText) },
		additionalFields: { note: text('Note', noText) },
		options: { dryRun: flag('Dry Run', noText) },
		run: () => [],
	} as unknown as LocalOperation;
	const updating = { ...operation, updateFields: { name: text('Name', noText) } };

	/** Reads from a node with these parameters. */
	const read = (written: Record<string, unknown>, one: LocalOperation = operation) => {
		const source = {
			getNode: () => ({ parameters: written as INodeParameters }),
			evaluateExpression: () => 't0',
		};
		const parameters = new ParameterReader(source, { credential: { realmId: 'r1', clientId: '' } });
		return parametersReader(parameters, one)(0);
	};

	it('gives all that an operation asks for, without what was not added', () => {
		expect(read({ thing: 't1' })).toEqual({ values: { thing: 't1', realmId: 'r1' }, options: {}, names: {} });
		const written = {
			thing: 't1',
			realmId: 'r2',
			additionalFields: { note: 'n' },
			options: { dryRun: true },
		};
		expect(read(written)).toEqual({
			values: { thing: 't1', realmId: 'r2', note: 'n' },
			options: { dryRun: true },
			names: {},
		});
	});

	describe('the names of what is chosen from lists', () => {
		const to = locator('To', { ...noText, search: 'searchMembers', listPlaceholder: '', example: '' });
		const paying = { ...operation, parameters: { to, thing: id('Thing', noText) }, payment: {} };
		const namesOf = (chosen: object, one: object = paying) =>
			read({ to: { __rl: true, mode: 'list', value: 'm1', ...chosen }, thing: 't1' }, one as LocalOperation)
				.names;

		it.each([
			['Ada', 'Ada', undefined],
			['Ada (ada@example.com)', 'Ada', 'ada@example.com'],
			['Ada (Bot) (ada@example.com)', 'Ada (Bot)', 'ada@example.com'],
			['⭐ Stars (default)', '⭐ Stars', undefined],
		])('are apart from the email or another detail: %s', (cachedResultName, name, email) =>
			expect(namesOf({ cachedResultName })).toEqual({ to: { name, email } }),
		);

		it('are those of the fields that have a list', () => {
			const chosen = { __rl: true, mode: 'list', value: 'm1', cachedResultName: 'Ada' };
			expect(read({ to: chosen, thing: chosen }, paying as unknown as LocalOperation).names).toEqual({
				to: { name: 'Ada' },
			});
		});

		it('are not known without the name, with an expression, and for what is no payment', () => {
			expect(namesOf({})).toEqual({});
			expect(namesOf({ value: '=m', cachedResultName: 'Ada' })).toEqual({});
			expect(namesOf({ cachedResultName: 'Ada' }, { ...paying, payment: undefined })).toEqual({});
		});
	});

	it.each([
		['additionalFields', 'Additional Fields'],
		['updateFields', 'Update Fields'],
		['options', 'Options'],
	])('names the collection %s that is no object', (name, label) => {
		expect(() => read({ thing: 't1', [name]: 'text' }, updating)).toThrow(
			`"${label}" must be an object of fields`,
		);
	});

	it('refuses an update of nothing', () => {
		const written = { thing: 't1' };
		const { message, advice } = refusalOf(() => read(written, updating));
		expect(message).toBe('There is nothing to update');
		expect(advice).toBe('Add at least one field under "Update Fields". Nothing was sent.');
		expect(read(written).values).not.toHaveProperty('name');
		expect(read({ ...written, updateFields: { name: '' } }, updating).values).toMatchObject({ name: '' });
	});
});

describe('the key of an item', () => {
	const scope = { nodeId: 'n1', baseUrl: 'https://api.example', realmId: 'usual' };
	const requestOf = (effect: Effect): OperationRequest => ({
		...{ method: 'POST', path: path`/pay/${'m1'}` },
		policy: { effect },
	});
	const request = requestOf('once');

	/** What the items of a run share, with these parameters. The expressions have the value of `given`. */
	const runWith = (
		written: Record<string, unknown>,
		given?: unknown,
		event?: ItemEvent,
		isUnkept?: boolean,
	) =>
		({
			parameters: new ParameterReader({
				getNode: () => ({ parameters: written as INodeParameters }),
				evaluateExpression: () => given,
			}),
			events: { of: () => event },
			keys: { own: { runIndex: 0 }, origin: '17', isUnkept },
			results: { summary: {} },
			context: { getNode: () => ({ id: scope.nodeId }) },
		}) as unknown as Run;
	/** Pays the member that the values name. */
	const operation = {
		request: ({ member = 'm1' }: Draft['values']) => ({ ...request, path: path`/pay/${member as string}` }),
	} as unknown as Draft['operation'];
	const keyIn = (run: Run, realmId = scope.realmId, one = request, values: Draft['values'] = {}) => {
		const client = { realmId, connection: { baseUrl: scope.baseUrl } } as Draft['client'];
		return keyedItem(run, { itemIndex: 3, client, operation, values }, one);
	};

	/** The user's key for an item, before it is recorded. */
	const wordsOf = (written: string, given?: unknown) => {
		const run = runWith({ repeatProtection: 'key', idempotencyKey: written }, given);
		const key = keyIn(run)?.keyOf(1) ?? '';
		const words = key.slice(0, key.lastIndexOf('@'));
		expect(key).toBe(fullKey(words, scope));
		return words;
	};

	it.each<[string | undefined, Effect, boolean]>([
		[undefined, 'once', true],
		['automatic', 'once', true],
		['automatic', 'replace', false],
		['key', 'once', true],
		['key', 'replace', true],
		['off', 'once', false],
	])(
		'with the protection %s, an item whose effect is %s has a key: %s',
		(repeatProtection, effect, hasKey) => {
			const run = runWith({ repeatProtection, idempotencyKey: 'order 7' });
			expect(keyIn(run, undefined, requestOf(effect)) !== undefined).toBe(hasKey);
		},
	);

	describe('a key that is put together', () => {
		it('has the text of a date', () =>
			expect(wordsOf('=order-{{ $json.at }}', new Date(0))).toBe('order-1970-01-01T00:00:00.000Z'));

		it.each([undefined, null, NaN, '', ' ', 'undefined', {}, []])('refuses the part %p', (given) => {
			const { message, advice } = refusalOf(() => wordsOf('=order-{{ $json.id }}', given));
			expect(message).toBe('Part of the key is empty for this item: {{ $json.id }}');
			expect(advice).toBe(
				'Without this part, two items could share one key. Correct the expression. Nothing was sent.',
			);
		});

		it.each(['= {{ $json.id }}', '={{ $json.id }}{{ $json.id }}'])(
			'is refused as a whole where all of it is empty: %s',
			(written) => {
				expect(() => wordsOf(written, '')).toThrow(
					'"Idempotency Key" is an expression that returned no value for this item',
				);
			},
		);

		it.each<[string, string]>([
			['={{ $json.id }}', 'Part of the key is empty for this item: {{ $json.id }}'],
			['= \\\\{{ $json.id }}', 'Part of the key is empty for this item: \\\\{{ $json.id }}'],
		])('refuses a text for a missing value from %s', (written, message) => {
			expect(() => wordsOf(written, 'null')).toThrow(message);
			expect(wordsOf(written, '7')).toBe('7');
		});
	});

	describe('a member that an email names', () => {
		const named = (type: string, text: string) => ({ member: new RecordName({} as Finder, type, text) });
		/** The fingerprint and the automatic key. The look-up found the member with this ID. */
		const asked = (values: Draft['values'], id = 'm1') => {
			const found = { ...request, path: path`/pay/${id}` };
			const byKey = runWith({ repeatProtection: 'key', idempotencyKey: 'order 7' });
			return [
				keyIn(byKey, undefined, found, values)?.fingerprint,
				keyIn(runWith({}), undefined, found, values)?.keyOf(1),
			];
		};
		const ada = named('email', 'ada@example.com');

		it('is the same, whoever has the email by now, and however it is capitalized', () => {
			expect(asked(ada, 'm2')).toEqual(asked(ada));
			expect(asked(named('email', 'Ada@Example.com'))).toEqual(asked(ada));
		});

		it('is another one than the member with the ID, or with another email', () => {
			const all = [ada, named('email', 'eve@example.com'), {}].map((values) => asked(values));
			expect(new Set(all.map(([one]) => one)).size).toBe(3);
			expect(new Set(all.map(([, one]) => one)).size).toBe(3);
		});

		it('is another one by another kind of name, whose case counts', () => {
			const all = [named('username', 'ada'), named('username', 'Ada'), named('email', 'ada')];
			expect(new Set(all.map((values) => asked(values)[0])).size).toBe(3);
		});
	});

	it.each<[string, ItemEvent | undefined, boolean | undefined]>([
		['of an item without an event', undefined, true],
		['and not of one with an event', { id: 'e1', delivery: '' }, undefined],
	])('automatic protection says if n8n keeps nothing, %s', (_what, event, isUnkept) => {
		const run = runWith({}, undefined, event, true);
		keyIn(run);
		expect(run.results.summary.isUnkept).toBe(isUnkept);
	});
});
