// Falls with nodes/RewardsEngagement/run/itemKey.ts.

import type { INodeParameters } from 'n8n-workflow';

import { path } from '../../nodes/RewardsEngagement/api/path';
import type { Effect, OperationRequest } from '../../nodes/RewardsEngagement/api/request';
import { ParameterReader } from '../../nodes/RewardsEngagement/fields/reader';
import { RecordName, type Finder } from '../../nodes/RewardsEngagement/fields/field';
import { fingerprintOf, fullKey } from '../../nodes/RewardsEngagement/once/key';
import type { ItemEvent } from '../../nodes/RewardsEngagement/once/origin';
import { keyedItem } from '../../nodes/RewardsEngagement/run/itemKey';
import type { Draft, Run } from '../../nodes/RewardsEngagement/run/job';
import { refusalOf } from '../fixtures/refusalOf';

const scope = { nodeId: 'n1', baseUrl: 'https://api.example', realmId: 'usual' };
const requestOf = (effect: Effect) =>
	({ method: 'POST', path: path`/pay/${'m1'}`, policy: { effect } }) as OperationRequest;
const request = requestOf('once');
const fingerprint = fingerprintOf(request);

interface Situation {
	event?: ItemEvent;
	isLeftOut?: boolean;
	mayBeHidden?: boolean;
	runIndex?: number;
	eventless?: Run['results']['summary']['eventless'];
	isUnkept?: boolean;
}

/** What the items of a run share, with these parameters. The expressions have the value of `given`. */
const runWith = (written: Record<string, unknown>, given?: unknown, situation: Situation = {}) => {
	const { event, isLeftOut = false, mayBeHidden = false, runIndex = 0, eventless, isUnkept } = situation;
	return {
		parameters: new ParameterReader({
			getNode: () => ({ parameters: written as INodeParameters }),
			evaluateExpression: () => given,
		}),
		events: { of: () => event, isLeftOut, mayBeHidden },
		keys: { own: { runIndex }, origin: '17', isUnkept },
		results: { summary: { eventless } },
		context: { getNode: () => ({ id: scope.nodeId }) },
	} as unknown as Run;
};
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
])('with the protection %s, an item whose effect is %s has a key: %s', (repeatProtection, effect, hasKey) => {
	const run = runWith({ repeatProtection, idempotencyKey: 'order 7' });
	expect(keyIn(run, undefined, requestOf(effect)) !== undefined).toBe(hasKey);
});

it('has the key of the user for all equal items, with the fingerprint of the request', () => {
	const item = keyIn(runWith({ repeatProtection: 'key', idempotencyKey: 'order 7' }));
	expect(item).toMatchObject({ itemIndex: 3, isNumbered: false, delivery: '', fingerprint });
	expect([1, 2].map((number) => item?.keyOf(number))).toEqual(Array(2).fill(fullKey('order 7', scope)));
});

it('belongs to the realm of the request', () => {
	const keyFor = (realmId: string) =>
		keyIn(runWith({ repeatProtection: 'key', idempotencyKey: 'order 7' }), realmId)?.keyOf(1);
	expect(keyFor('other')).toBe(fullKey('order 7', { ...scope, realmId: 'other' }));
	expect(keyFor(scope.realmId)).toBe(fullKey('order 7', scope));
});

describe('a key that is put together', () => {
	it.each<[unknown, string]>([
		['7', 'order-7!'],
		[0, 'order-0!'],
		[false, 'order-false!'],
		[new Date(0), 'order-1970-01-01T00:00:00.000Z!'],
	])('has a text for %p', (given, words) => {
		expect(wordsOf('=order-{{ $json.id }}!', given)).toBe(words);
	});

	it.each([undefined, null, NaN, '', ' ', 'undefined', {}, []])('refuses the part %p', (given) => {
		const { message, advice } = refusalOf(() => wordsOf('=order-{{ $json.id }}', given));
		expect(message).toBe('Part of the key is empty for this item: {{ $json.id }}');
		expect(advice).toBe(
			'Without this part, two items could share one key. Correct the expression. Nothing was sent.',
		);
	});

	it('refuses a number that may have lost digits', () => {
		const { message, advice } = refusalOf(() => wordsOf('=order-{{ $json.id }}', 2 ** 53));
		expect(message).toBe('Part of the key is a number that may have lost digits: {{ $json.id }}');
		expect(advice).toBe('Two items could share one key. Make it text where it comes from. Nothing was sent.');
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

	it('may be any text that is no expression', () => {
		expect(wordsOf('null')).toBe('null');
	});
});

describe('half a character', () => {
	it.each([['order-\ud83d'], ['\ude00 order']])('in a key is refused: %j', (key) => {
		const { message, advice } = refusalOf(() => wordsOf('={{ $json.id }}', key));
		expect(message).toBe('The key has half a character');
		expect(advice).toMatch(/could share one key\. Correct the expression\. Nothing was sent\.$/);
	});

	it('is not a whole emoji', () => {
		expect(wordsOf('={{ $json.id }}', 'order-\u{1f600}')).toBe('order-\u{1f600}');
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

describe('automatic protection', () => {
	it('has a key for each of equal items, of the execution and the request', () => {
		const item = keyIn(runWith({}));
		expect(item).toMatchObject({ itemIndex: 3, isNumbered: true, isOwn: true, delivery: '' });
		expect([1, 2].map((number) => item?.keyOf(number))).toEqual([
			fullKey(`execution 17 ${fingerprint}`, scope),
			fullKey(`execution 17 ${fingerprint} #2`, scope),
		]);
		expect(item).not.toHaveProperty('fingerprint');
	});

	it('has the key of the event that an item comes from', () => {
		const run = runWith({}, undefined, { event: { id: 'e1', delivery: 'again' } });
		const item = keyIn(run);
		expect(item).toMatchObject({ isNumbered: true, isOwn: false, delivery: 'again' });
		expect(item?.keyOf(1)).toBe(fullKey(`e1 ${fingerprint}`, scope));
		expect(run.results.summary.eventless).toBeUndefined();
	});

	it.each<[Situation, Situation['eventless']]>([
		[{}, 'started'],
		[{ mayBeHidden: true }, 'called'],
		[{ eventless: 'called' }, 'called'],
		[{ isLeftOut: true }, undefined],
		[{ runIndex: 1 }, undefined],
	])('says in the first run how an execution without an event began: %j', (situation, eventless) => {
		const run = runWith({}, undefined, situation);
		keyIn(run);
		expect(run.results.summary.eventless).toBe(eventless);
	});

	it.each<[Situation, boolean | undefined]>([
		[{ isUnkept: true }, true],
		[{ isUnkept: true, event: { id: 'e1', delivery: '' } }, undefined],
		[{}, undefined],
	])('says if n8n keeps nothing of an item without an event: %j', (situation, isUnkept) => {
		const run = runWith({}, undefined, situation);
		keyIn(run);
		expect(run.results.summary.isUnkept).toBe(isUnkept);
	});
});
