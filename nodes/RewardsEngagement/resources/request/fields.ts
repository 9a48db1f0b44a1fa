import { z } from 'zod';

import type { ApiRequest, Effect } from '../../api/request';
import { optional, type Field } from '../../fields/field';
import { jsonObject } from '../../fields/jsonObject';
import { flag } from '../../fields/text';
import { oneOf, saying } from '../../fields/words';

type Method = ApiRequest['method'];

const METHODS = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'] as const satisfies readonly Method[];

export const method: Field<Method> = {
	property: {
		displayName: 'Method',
		type: 'options',
		options: METHODS.map((value) => ({ name: value, value })),
		default: 'GET',
		description: 'What is done, as the documentation of the call says',
	},
	schema: z.preprocess(
		(value) => (typeof value === 'string' ? value.trim().toUpperCase() : value),
		oneOf(...METHODS),
	),
	whenEmpty: 'GET',
};

export const path: Field<string> = {
	property: {
		displayName: 'Path',
		type: 'string',
		default: '',
		placeholder: 'e.g. /api/v1/realms/64b7f1c2a9d3e45f60718293',
		description: 'The path below the base URL of the credential',
	},
	schema: z.string(saying('must be text')),
	isName: true,
	sample: '/api/v1/realms/64b7f1c2a9d3e45f60718293',
};

export const query = optional(
	jsonObject('Query', {
		description: 'Query values by name. A list is sent as the same name several times.',
		example: '{ "page": 1, "search": "ada" }',
	}),
);

export const body = optional(jsonObject('Body', { description: 'The JSON that is sent' }));

export const effect: Field<Effect | 'automatic'> = {
	property: {
		displayName: 'Effect',
		type: 'options',
		options: [
			{
				name: 'By Method',
				value: 'automatic',
				description: 'GET and HEAD only read; all others count as Once',
			},
			{
				name: 'Once',
				value: 'once',
				description:
					'A repeat would be a second effect, such as a second payment: it is sent again only when the service surely did not act',
			},
			{
				name: 'Read',
				value: 'read',
				description: 'Changes nothing, and may be sent again after any failure',
			},
			{
				name: 'Replace',
				value: 'replace',
				description:
					'A repeat ends in the same state, such as an update: it may be sent again after any failure',
			},
		],
		default: 'automatic',
		description: 'What a repeat would do, which decides when the request is sent again. In doubt it is Once.',
	},
	schema: oneOf('automatic', 'read', 'replace', 'once'),
	whenEmpty: 'automatic',
};

export const fullResponse = flag('Include Status and Headers', {
	description: 'Whether to give the status and the headers of the answer too, and its body under "body"',
});
