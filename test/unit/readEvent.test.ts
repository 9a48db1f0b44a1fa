import { readEvent } from '../../nodes/RewardsEngagement/resources/event/readEvent';
import { ageOf } from '../../nodes/RewardsEngagement/resources/event/age';
import { processorTimeOf } from '../harness/processorTime';

const read = (json: string, by: 'payload' | 'payloadWithoutTimestamp' | 'off') =>
	readEvent(Buffer.from(json), by);

it.each(['', 'no JSON', '[]', 'null', '{}', '{"type":1}', '{"data":{"type":"a"}}'])(
	'%j is no event',
	(body) => {
		for (const by of ['payload', 'payloadWithoutTimestamp', 'off'] as const)
			expect(read(body, by)).toBeUndefined();
	},
);

it('gives all that came, and an id that nobody can choose', () => {
	const body = '{"type":"a","timestamp":1,"realmId":null,"data":[1],"more":{"x":"y"},"eventId":"mine"}';
	expect(read(body, 'off')).toEqual({
		eventId: expect.stringMatching(/^[0-9a-f]{64}$/),
		serviceEventId: 'mine',
		type: 'a',
		timestamp: 1,
		realmId: null,
		data: [1],
		more: { x: 'y' },
	});
});

it('takes a byte order mark for what it is, and as a part of the bytes that a repeat sends again', () => {
	const body = '{"type":"a","timestamp":1}';
	for (const by of ['payload', 'payloadWithoutTimestamp', 'off'] as const) {
		expect(read(`\uFEFF${body}`, by)).toMatchObject({ type: 'a', timestamp: 1 });
	}
	expect(read('{"type":"a","timestamp":1,"data":"\uFEFFx"}', 'off')).toMatchObject({ data: '\uFEFFx' });
	expect(read(`\uFEFF${body}`, 'payloadWithoutTimestamp')?.eventId).toBe(
		read(body, 'payloadWithoutTimestamp')?.eventId,
	);
	expect(read(`\uFEFF${body}`, 'payload')?.eventId).not.toBe(read(body, 'payload')?.eventId);
});

it('two deliveries with another time are two, unless they are compared without it', () => {
	const [one, other] = ['{"type":"a","timestamp":1}', '{"type":"a","timestamp":2}'];
	for (const by of ['payload', 'off'] as const) {
		expect(read(one, by)?.eventId).not.toBe(read(other, by)?.eventId);
	}
	expect(read(one, 'payloadWithoutTimestamp')?.eventId).toBe(read(other, 'payloadWithoutTimestamp')?.eventId);
});

it('an id stays what it is from release to release: n8n remembers it', () => {
	const body = '{"type":"a.b","timestamp":1,"data":{"b":[1,-2.5e3,"x",null,true],"a":{}}}';
	expect(read(body, 'payload')?.eventId).toBe(ENVELOPE);
	expect(read(body, 'payloadWithoutTimestamp')?.eventId).toBe(WITHOUT_TIME);
});

const ENVELOPE = '1067f8c99465a33bef47212c8a29fdbf94cca2684efb07a1d566cc5ac8e7266b';
const WITHOUT_TIME = '3773980c623fa0efca90b8176a2ec9e07443877c27db412b7482deb04240c692';

describe('the identity of an event', () => {
	const idOf = (json: string) => readEvent(Buffer.from(json), 'payloadWithoutTimestamp')?.eventId;
	const event = (rest: string) => `{"type":"quest.completed",${rest}}`;

	it.each([
		['its time', '"timestamp":"2026-03-01T09:30:00Z","data":{"a":1}', '"timestamp":7,"data":{"a":1}'],
		['the order of its keys', '"data":{"a":1,"b":[{"c":2,"d":3}]}', '"data":{"b":[{"d":3,"c":2}],"a":1}'],
		['its spaces', '"data":{"a":1}', ' "data" : { "a" : 1 } '],
		['how its text is escaped', '"data":{"a":"é\\n\\""}', '"data":{"a":"\\u00e9\\u000a\\u0022"}'],
	])('an event that differs only in %s is the same', (_what, one, other) => {
		expect(idOf(event(one))).toBe(idOf(event(other)));
	});

	it.each([
		['ids above 2^53', '"data":{"id":9007199254740993}', '"data":{"id":9007199254740992}'],
		['amounts of many digits', '"data":{"a":0.10000000000000000001}', '"data":{"a":0.1}'],
		['a number and the same text', '"data":{"a":"n1"}', '"data":{"a":1}'],
		['a text and the same number', '"data":{"a":"1"}', '"data":{"a":1}'],
		['nothing and null', '"data":{}', '"data":{"a":null}'],
		['a list and an object', '"data":[]', '"data":{}'],
		['the order of a list', '"data":[1,2]', '"data":[2,1]'],
		['a time inside its data', '"data":{"timestamp":1}', '"data":{"timestamp":2}'],
		['a name of the prototype', '"data":{"__proto__":1}', '"data":{"__proto__":2}'],
		['the realm', '"realmId":null', '"realmId":"a"'],
	])('events that differ in %s are two', (_what, one, other) => {
		expect(idOf(event(one))).not.toBe(idOf(event(other)));
	});

	it.each([90, 500, 100_000])(
		'an event that is nested %i deep has an id, and another depth another',
		(depth) => {
			const nested = (levels: number) => event(`"data":${'['.repeat(levels)}${']'.repeat(levels)}`);
			expect(idOf(nested(depth))).toMatch(/^[0-9a-f]{64}$/);
			expect(idOf(nested(depth))).not.toBe(idOf(nested(depth + 1)));
		},
	);

	it.each([
		['text', `"${'\\"'.repeat(4_000_000)}"`],
		['numbers', `[${'1,'.repeat(3_000_000)}1]`],
	])('a huge event of %s is compared exactly, within seconds of processor time', (_what, data) => {
		let id: string | undefined;
		expect(processorTimeOf(() => (id = idOf(event(`"data":${data}`))))).toBeLessThan(5_000);
		expect(id).toMatch(/^[0-9a-f]{64}$/);
	});

	describe('how far events are compared without their time', () => {
		const timed = (timestamp: number, data: string) => event(`"timestamp":${timestamp},"data":${data}`);

		it('up to a hundred levels', () => {
			const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
			expect(idOf(timed(1, lists(100)))).toBe(idOf(timed(2, lists(100))));
			expect(idOf(timed(1, lists(101)))).not.toBe(idOf(timed(2, lists(101))));
		});

		it('up to a length', () => {
			const of = (timestamp: number, length: number) => {
				const bare = timed(timestamp, '""');
				return timed(timestamp, `"${'x'.repeat(length - bare.length)}"`);
			};
			expect(idOf(of(1, 256 * 1024))).toBe(idOf(of(2, 256 * 1024)));
			expect(idOf(of(1, 256 * 1024 + 1))).not.toBe(idOf(of(2, 256 * 1024 + 1)));
		});

		it.each(['1e5', '1E5', '1e+10', '2E-10', '-1.5e300', '0', '-0.0', '12345678901234567890'])(
			'with the number %s',
			(number) => {
				expect(idOf(timed(1, `[${number}]`))).toBe(idOf(timed(2, `[${number}]`)));
				expect(idOf(timed(1, `[${number}]`))).not.toBe(idOf(timed(1, '[7]')));
			},
		);
	});
});

describe('the age of an event', () => {
	const now = Date.parse('2026-03-01T12:00:00Z');

	it.each([
		['2026-03-01T12:00:00.000Z', 'fresh'],
		['2026-03-01T11:00:00Z', 'fresh'],
		['2026-03-01T10:59:59.999Z', 'old'],
		['2026-03-01t11:30:00z', 'fresh'],
		['2026-03-01T13:30:00+02:00', 'fresh'],
		['2026-03-01T12:04:59Z', 'fresh'],
		['2026-03-01T12:05:01Z', 'early'],
		['0001-01-01T00:00:00Z', 'old'],
		['9999-12-31T23:59:59Z', 'early'],
	])('an event of %s is %s at noon, where an hour is allowed', (timestamp, age) => {
		expect(ageOf(timestamp, 60, now)).toBe(age);
	});

	it.each([
		[undefined],
		[null],
		[''],
		['yesterday'],
		['2026-03-01'],
		['2026-03-01T12:00:00'],
		['2026-13-01T12:00:00Z'],
		['1'],
		[now],
		[{}],
		[['2026-03-01T12:00:00Z']],
	])('an event of %j has no time that can be read', (timestamp) => {
		expect(ageOf(timestamp, 60, now)).toBe('timeless');
	});
});
