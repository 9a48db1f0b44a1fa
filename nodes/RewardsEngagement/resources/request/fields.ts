import { z } from 'zod';

import type { ApiRequest, Effect } from '../../api/request';
import { type Field, oneOf, optional, saying } from '../../fields/field';
import { jsonObject } from '../../fields/jsonObject';
import { flag } from '../../fields/text';

type Method = ApiRequest['method'];

const METHODS = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'] as const satisfies readonly Method[];

export const method: Field<Method> = {
	property: {
		displayName: 'Method',
		type: 'options',
		options: METHODS.map((value) => ({ name: value, value })),
		default: 'GET',
		description: 'The HTTP method',
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
		description:
			'The path below the base URL of the credential, such as /api/v1/realms/64b7f1c2a9d3e45f60718293',
	},
	schema: z.string(saying('must be text')),
	isName: true,
	sample: '/api/v1/realms/64b7f1c2a9d3e45f60718293',
};

export const query = optional(
	jsonObject('Query', {
		description: 'Query parameters as a JSON object. Arrays are sent as repeated parameters.',
		example: '{ "page": 1, "search": "ada" }',
	}),
);

export const body = optional(jsonObject('Body', { description: 'The JSON request body' }));

export const effect: Field<Effect | 'automatic'> = {
	property: {
		displayName: 'Safe to Retry',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'By Method',
				value: 'automatic',
				description: 'Treat GET and HEAD as read-only, and all other methods as not idempotent',
			},
			{
				name: 'Idempotent',
				value: 'replace',
				description: 'Safe to repeat (idempotent), such as an update. Retried after any temporary failure.',
			},
			{
				name: 'Not Idempotent',
				value: 'once',
				description: 'Not safe to repeat, such as a payment. Retried only if it was certainly not processed.',
			},
			{
				name: 'Read-Only',
				value: 'read',
				description: 'Changes nothing. Retried after any temporary failure.',
			},
		],
		default: 'automatic',
		description:
			'Whether the request is safe to repeat, which decides when it is retried. If unsure, choose Not Idempotent.',
	},
	schema: oneOf('automatic', 'read', 'replace', 'once'),
	isFixed: true,
	whenEmpty: 'automatic',
};

export const fullResponse = flag('Include Status and Headers', {
	description: 'Whether to also return the response status and headers, with the body under "body"',
});
