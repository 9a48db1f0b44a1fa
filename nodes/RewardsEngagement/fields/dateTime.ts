import { dateText } from '../shared/dateText';
import type { Field } from './field';
import { reading } from './words';

/** ISO 8601 with its time zone: without one, the same text is another moment on another server. */
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** A moment: text with its time zone, or a date that an expression gives. It is sent as the text that it was given as. */
export function dateTime(displayName: string, { description }: { description: string }): Field<string> {
	return {
		property: {
			displayName,
			type: 'string',
			default: '',
			description,
			placeholder: 'e.g. 2026-03-31T18:00:00Z',
			hint: 'Include the time zone. "Z" means UTC.',
		},
		schema: reading<string>((given) => {
			const text = typeof given === 'string' ? given.trim() : dateText(given);
			return text !== undefined && WITH_ZONE.test(text) && !Number.isNaN(Date.parse(text))
				? { value: text }
				: { wrong: 'must be a date and time with its time zone, such as 2026-03-31T18:00:00Z' };
		}),
		sample: '2031-03-31T18:00:00.000Z',
	};
}
