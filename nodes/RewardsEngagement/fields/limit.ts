import { Decimal } from '../shared/decimal';
import type { Field } from './field';
import { LOST_DIGITS, mayHaveLostDigits } from './number';
import { reading } from './words';

/** The most that may be moved: 0 or more, as text with every digit. */
export function limit(displayName: string, { description }: { description: string }): Field<string> {
	return {
		property: { displayName, type: 'number', default: 0, typeOptions: { minValue: 0 }, description },
		isGuard: true,
		schema: reading<string>((given) => {
			if (mayHaveLostDigits(given)) return { wrong: LOST_DIGITS };
			// Refuses a bigint like every other number field, since JSON has none.
			const value = typeof given === 'bigint' ? undefined : Decimal.of(given);
			if (!value) return { wrong: 'must be a number' };
			return Decimal.ZERO.isAbove(value) ? { wrong: 'must be 0 or above' } : { value: String(value) };
		}),
	};
}
