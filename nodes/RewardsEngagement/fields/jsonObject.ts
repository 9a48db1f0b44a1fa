import { z } from 'zod';

import { isRecord } from '../shared/json';
import type { Field } from './field';

const EXAMPLE = '{ "tier": "gold" }';

/**
 * A JSON object: given as an object by an expression, or as JSON text typed in.
 *
 * @param example stands below the editor, which shows no placeholder and marks an empty value as if it were wrong
 */
export function jsonObject(
	displayName: string,
	{ description, example = EXAMPLE }: { description: string; example?: string },
): Field<Record<string, unknown>> {
	return {
		property: {
			displayName,
			type: 'json',
			default: '',
			description,
			hint: `For example ${example}`,
		},
		schema: z.unknown().transform((value, context): Record<string, unknown> => {
			const refuse = (message: string): never => {
				context.addIssue({ code: z.ZodIssueCode.custom, message });
				return z.NEVER;
			};
			if (isRecord(value)) return value;
			const expected = `must be a JSON object, such as ${example}`;
			if (typeof value !== 'string') return refuse(expected);
			const parsed = parse(value);
			if ('problem' in parsed) return refuse(`is not valid JSON: ${parsed.problem}`);
			return isRecord(parsed.value) ? parsed.value : refuse(expected);
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
