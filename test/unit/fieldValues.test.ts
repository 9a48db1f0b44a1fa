import { DateTime } from 'luxon';
import { z } from 'zod';

import { checkValue } from '../../nodes/RewardsEngagement/fields/value';
import type { Field } from '../../nodes/RewardsEngagement/fields/field';
import { dateTime } from '../../nodes/RewardsEngagement/resources/raffle/dateTime';
import { address, addresses } from '../../nodes/RewardsEngagement/resources/chain/fields';
import { refusalOf } from '../fixtures/refusalOf';

describe('a value that is checked', () => {
	const field = (message: string, more: Partial<Field<unknown>['property']> = {}): Field<unknown> => ({
		property: { displayName: 'Price', type: 'string', default: '', ...more },
		schema: z
			.unknown()
			.refine((value) => value === 'right', message)
			.transform(() => 'used'),
	});
	const refusal = (checked: Field<unknown>, given: unknown, isTrigger = false) =>
		refusalOf(() => checkValue(checked, given, { isTrigger }));

	it('gives what the schema makes of the value', () => {
		expect(checkValue(field('must be right'), 'right', {})).toBe('used');
	});

	it.each<[string, unknown, string]>([
		['a text', 'wrong', '"wrong"'],
		['a number', 7, '7'],
		['what is no number', NaN, 'NaN'],
		['a big integer', 10n, '10'],
		['an object', { a: 1 }, '{"a":1}'],
		['nothing', undefined, 'a undefined'],
		['a function', () => 1, 'a function'],
		['80 characters', 'x'.repeat(78), `"${'x'.repeat(78)}"`],
		['more than that', 'x'.repeat(79), `"${'x'.repeat(79)}…`],
	])('says what is wrong, and quotes %s', (_what, given, quoted) => {
		const { message, advice } = refusal(field('must be right'), given);
		expect(message).toBe(`"Price" must be right, but is ${quoted}`);
		expect(advice).toBe('Correct "Price". Nothing was sent.');
	});

	it('quotes what is no JSON by what it is', () => {
		const circular: Record<string, unknown> = {};
		circular.itself = circular;
		expect(refusal(field('must be right'), circular).message).toContain('but is an object that is not JSON');
	});

	it('quotes nothing where it may not, of a secret, and where the message says it itself', () => {
		expect(refusal(field('must be right'), 'wrong', true).message).toBe('"Price" must be right');
		const secret = field('must be right', { typeOptions: { password: true } });
		expect(refusal(secret, 'wrong').message).toBe('"Price" must be right');
		expect(refusal(field('', { typeOptions: {} }), 'wrong').message).toBe('"Price" ');
		expect(refusal(field('holds a comma'), 'wrong').message).toBe('"Price" holds a comma');
	});
});

describe('a date and time', () => {
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
	])('takes %s', (_kind, given) => expect(sent(given)).toBe(MOMENT));

	it.each([
		['America/New_York', '2026-03-31T04:00:00.000Z'],
		['Asia/Kolkata', '2026-03-30T18:30:00.000Z'],
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

	it.each([
		'2026-02-30',
		'2026-03-31T25:00:00Z',
		'2026-03-31T18',
		'2026-03-31Z',
		'31.03.2026',
		'20260331',
		'tomorrow',
		'2026-03-31 18:00 and more',
		'2026-03-31T18:00x',
		'x2026-03-31',
		'2026-03-00',
		'1774980000x',
		20260331,
		NaN,
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
});

describe('an address on a chain', () => {
	const { schema } = address('Wallet', { description: 'Whose' });
	const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';

	const problemOf = (value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
	it.each([
		EVM,
		`0x${'a'.repeat(64)}`,
		'0x1',
		'DaLiaDaLia1111111111111111111111111111111111',
		'keeper.eth',
		'0xkeeper.eth',
		'0x1::aptos_coin::AptosCoin',
		'A.1654653399040a61.FlowToken',
		'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2',
		'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb:7',
	])('takes %s as it is', (value) => {
		expect(schema.parse(` ${value}\n`)).toBe(value);
	});

	it.each([
		['0x5a9d…c0de', /full address/],
		['0x5a9d...c0de', /full address/],
		[`0x${'g'.repeat(40)}`, /hexadecimal/],
		[`0x${'a'.repeat(65)}`, /1 to 64 hexadecimal/],
		['0x', /hexadecimal/],
		['https://explorer.example/address/0x1', /must be an address/],
		['0x1 0x2', /must be an address/],
		['', /empty/],
		[2 ** 70, /make it text/],
	])('refuses %s, which is an address nowhere', (value, message) =>
		expect(problemOf(value)).toMatch(message),
	);

	it('takes several, each of which is an address', () => {
		const several = addresses('Contracts', { description: 'Which', placeholder: 'e.g. 0x1' });
		expect(several.schema.parse(` ${EVM}, keeper.eth,, ${EVM}`)).toEqual([EVM, 'keeper.eth']);
		expect(several.schema.parse([EVM])).toEqual([EVM]);
		const wrong = (value: unknown) => several.schema.safeParse(value).error?.issues[0]?.message;
		expect(wrong(`${EVM}, 0x5a9d…c0de`)).toMatch(/full address/);
		expect(wrong([])).toBe('must contain at least one value');
	});
});
