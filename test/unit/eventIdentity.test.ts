import { readEvent } from '../../nodes/RewardsEngagement/resources/event/readEvent';
import { processorTimeOf } from '../harness/processorTime';

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
])('a huge event of %s is compared exactly, within a second of processor time', (_what, data) => {
	let id: string | undefined;
	expect(processorTimeOf(() => (id = idOf(event(`"data":${data}`))))).toBeLessThan(1_000);
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
