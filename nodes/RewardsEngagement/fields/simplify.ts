import { z } from 'zod';

import type { Field } from './field';
import { flag } from './text';
import { saying } from './words';

const SIMPLIFY = flag('Simplify', {
	description: 'Whether to return a simplified version of the response instead of the raw data',
	default: true,
});

/** Whether an item has the simplified form of its record. The wording is that of all n8n nodes. */
export const simplify: Field<boolean> = {
	...SIMPLIFY,
	property: { ...SIMPLIFY.property, displayOptions: { hide: { '@tool': [true] } } },
	whenEmpty: true,
};

export type Output = 'simplified' | 'raw' | 'selectedFields';

/** The fields that a language model gets, if the node is the tool of an agent. */
export const output: Field<Output> = {
	property: {
		displayName: 'Output',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Simplified', value: 'simplified', description: 'The fields that most agents need' },
			{
				name: 'Raw',
				value: 'raw',
				description: 'All fields, including personal data such as email addresses, wallets and notes',
			},
			{ name: 'Selected Fields', value: 'selectedFields', description: 'The fields you choose' },
		],
		default: 'simplified',
		description: 'Which fields to return to the model',
		displayOptions: { show: { '@tool': [true] } },
	},
	schema: z.enum(['simplified', 'raw', 'selectedFields'], {
		errorMap: () => ({ message: 'must be simplified, raw or selectedFields' }),
	}),
	whenEmpty: 'simplified',
};

const MUST_BE_NAMES = saying('must be a list of field names');

/**
 * Selects the fields of a record that a language model gets. The field that identifies the record is always included.
 */
export function selectedFields(names: readonly string[], identity: string): Field<string[]> {
	return {
		property: {
			displayName: 'Fields',
			type: 'multiOptions',
			noDataExpression: true,
			options: names
				.filter((name) => name !== identity)
				.map((name) => ({ name: titleOf(name), value: name }))
				.sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1)),
			default: [],
			description: 'The fields to return to the model. The record ID is always included.',
			displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
		},
		schema: z.array(z.string(MUST_BE_NAMES), MUST_BE_NAMES),
		whenEmpty: [],
	};
}

/** `realmMemberId` as "Realm Member ID", `_count` as "Count". */
function titleOf(name: string): string {
	const words = name
		.replace(/^_+/, '')
		.split(/(?=[A-Z])/)
		.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
	return words
		.join(' ')
		.replace(/\bId\b/, 'ID')
		.replace(/\bUrl\b/, 'URL');
}
