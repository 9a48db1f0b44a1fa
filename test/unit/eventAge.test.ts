import { ageOf } from '../../nodes/RewardsEngagement/resources/event/age';

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
