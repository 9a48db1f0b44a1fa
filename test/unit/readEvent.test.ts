import { readEvent } from '../../nodes/RewardsEngagement/resources/event/readEvent';

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
