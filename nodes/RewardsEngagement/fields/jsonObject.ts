import { z } from 'zod';

import { isRecord } from '../records/json';
import type { Field } from './field';
import type { FieldText } from './text';

/** A JSON object: given as an object by an expression, or as JSON text typed in. */
export function jsonObject(
	displayName: string,
	{ description, placeholder, hint }: FieldText,
): Field<Record<string, unknown>> {
	return {
		property: {
			displayName,
			type: 'json',
			default: '',
			description,
			placeholder: placeholder ?? 'e.g. { "tier": "gold" }',
			hint,
		},
		schema: z.unknown().transform((value, context): Record<string, unknown> => {
			const refuse = (message: string): never => {
				context.addIssue({ code: z.ZodIssueCode.custom, message });
				return z.NEVER;
			};
			if (isRecord(value)) return value;
			if (typeof value !== 'string') return refuse('must be a JSON object, such as { "tier": "gold" }');
			const parsed = parse(value);
			if ('problem' in parsed) return refuse(`is not valid JSON: ${parsed.problem}`);
			return isRecord(parsed.value)
				? parsed.value
				: refuse('must be a JSON object, such as { "tier": "gold" }');
		}),
	};
}

function parse(json: string): { value: unknown } | { problem: string } {
	try {
		return { value: JSON.parse(json) as unknown };
	} catch (error) {
		return { problem: locate(json, (error as SyntaxError).message) };
	}
}

/** Node.js names the place as an offset, if at all; a person looks for the line. */
function locate(json: string, message: string): string {
	const reason = message.split(/ in JSON| \(line/)[0] ?? message;
	const offset = /position (\d+)/.exec(message)?.[1];
	if (offset === undefined) return reason;
	const before = json.slice(0, Number(offset)).split('\n');
	const column = (before.at(-1)?.length ?? 0) + 1;
	return `${reason} at line ${before.length}, column ${column}`;
}
