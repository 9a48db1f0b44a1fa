import { z } from 'zod';

import type { Field } from './field';
import { saying } from './words';

/** An address for the service to call. */
export function receivingUrl(
	displayName: string,
	{ description, placeholder }: { description: string; placeholder: string },
): Field<string> {
	return {
		property: {
			displayName,
			type: 'string',
			default: '',
			description,
			placeholder,
			hint: 'Must be reachable from the internet, so not localhost',
		},
		schema: z
			.string(saying('must be a web address'))
			.trim()
			.refine(
				(value) => URL.canParse(value) && /^https?:/i.test(value),
				'must be a web address that starts with https:// or http://',
			),
	};
}
