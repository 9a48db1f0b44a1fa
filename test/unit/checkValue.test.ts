import { z } from 'zod';

import { checkValue } from '../../nodes/RewardsEngagement/fields/value';
import type { Field } from '../../nodes/RewardsEngagement/fields/field';
import { refusalOf } from '../fixtures/refusalOf';

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
