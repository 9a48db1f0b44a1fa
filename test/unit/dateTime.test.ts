import { DateTime } from 'luxon';

import { checkValue } from '../../nodes/RewardsEngagement/fields/value';
import { dateTime } from '../../nodes/RewardsEngagement/resources/raffle/dateTime';

const field = dateTime('End Date', { description: 'Until when' });

/** The sent text of a value, in a workflow with this time zone. */
function sent(given: unknown, timezone = 'America/New_York'): string {
	return checkValue(field, given, { timezone: () => timezone });
}

const MOMENT = '2026-03-31T18:00:00.000Z';

it.each<[string, unknown]>([
	['a date and time in UTC', '2026-03-31T18:00:00Z'],
	['a time without seconds', '2026-03-31T18:00Z'],
	['fractions of a second', '2026-03-31T18:00:00.000+00:00'],
	['a space in place of the T', '2026-03-31 18:00:00Z'],
	['nanoseconds', '2026-03-31T18:00:00.000000000Z'],
	['two spaces', '2026-03-31  18:00:00Z'],
	['a space before the zone', '2026-03-31 20:00:00 +02:00'],
	['a zone without its colon', '2026-03-31T20:00:00+0200'],
	['a zone of hours alone', '2026-03-31T20:00:00+02'],
	['blanks around it', ' 2026-03-31T18:00:00Z\n'],
	['lower case', '2026-03-31t18:00:00z'],
	["what n8n's picker gives, which has no zone", '2026-03-31T14:00:00'],
	['SQL without a zone', '2026-03-31 14:00'],
	['a Date', new Date(MOMENT)],
	['a DateTime in another zone', DateTime.fromISO(MOMENT, { zone: 'Asia/Tokyo' })],
	['milliseconds since 1970', Date.parse(MOMENT)],
	['seconds since 1970', Date.parse(MOMENT) / 1000],
	['milliseconds as text', String(Date.parse(MOMENT))],
	['seconds as text', String(Date.parse(MOMENT) / 1000)],
])('takes %s', (_kind, given) => expect(sent(given)).toBe(MOMENT));

it.each([
	['America/New_York', '2026-03-31T04:00:00.000Z'],
	['Europe/Berlin', '2026-03-30T22:00:00.000Z'],
	['Asia/Kolkata', '2026-03-30T18:30:00.000Z'],
	['UTC', '2026-03-31T00:00:00.000Z'],
])('takes a date for its first moment in %s', (timezone, moment) => {
	expect(sent('2026-03-31', timezone)).toBe(moment);
});

it.each([
	[1e8, '1973-03-03T09:46:40.000Z'],
	[1e11, '1973-03-03T09:46:40.000Z'],
	[8.64e15, '+275760-09-13T00:00:00.000Z'],
])('tells seconds from milliseconds: %p is %s', (given, moment) => {
	expect(sent(given)).toBe(moment);
	expect(sent(String(given))).toBe(moment);
});

it('is in UTC, where no workflow says its time zone', () =>
	expect(field.schema.parse('2026-03-31')).toBe('2026-03-31T00:00:00.000Z'));

it('knows when clocks change', () => {
	expect(sent('2026-03-28T12:00:00', 'Europe/Berlin')).toBe('2026-03-28T11:00:00.000Z');
	expect(sent('2026-03-29T12:00:00', 'Europe/Berlin')).toBe('2026-03-29T10:00:00.000Z');
});

it.each([
	'2026-02-30',
	'2026-13-01',
	'2026-03-31T25:00:00Z',
	'2026-03-31T18',
	'2026-03-31Z',
	'31.03.2026',
	'03/31/2026',
	'20260331',
	'2026',
	'Raffle 5',
	'tomorrow',
	'2026-03-31 18:00 and more',
	'2026-03-31T18:00x',
	'x2026-03-31',
	'12026-03-31',
	'2026-03-00',
	'1774980000x',
	'x1774980000',
	20260331,
	NaN,
	Infinity,
	-1,
	1e20,
	new Date(NaN),
	true,
	['2026-03-31'],
])('refuses %p, which may mean another day', (given) => {
	expect(() => sent(given)).toThrow(
		/^"End Date" (must be a date, such as 2026-03-31|is an expression|is empty)/,
	);
});

it('is chosen in the date picker of n8n, which begins empty', () =>
	expect(field.property).toMatchObject({
		type: 'dateTime',
		default: '',
		description:
			'Until when, in ISO 8601, such as 2026-03-31T18:00:00Z. Without a time zone, the time zone of the workflow applies.',
	}));
