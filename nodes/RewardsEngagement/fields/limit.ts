import { Decimal } from '../shared/decimal';
import { isExactNumber } from '../shared/exactNumber';
import type { Field } from './field';
import { ROUNDED } from './text';
import { reading } from './words';

/** The most that may be moved: 0 or more, as text with every digit. */
export function limit(displayName: string, { description }: { description: string }): Field<string> {
	return {
		property: { displayName, type: 'number', default: 0, typeOptions: { minValue: 0 }, description },
		schema: reading<string>((given) => {
			if (typeof given === 'number' && Number.isFinite(given) && !isExactNumber(given)) {
				return { wrong: ROUNDED };
			}
			// Refuses a bigint like every other number field, since JSON has none.
			const value = typeof given === 'bigint' ? undefined : Decimal.of(given);
			if (!value) return { wrong: 'must be a number' };
			return Decimal.ZERO.isAbove(value) ? { wrong: 'must be 0 or above' } : { value: String(value) };
		}),
	};
}
