import { z } from 'zod';

/** The message for a value of another kind, or for no value. It replaces zod's "Invalid input" and "Required". */
export function saying(message: string): { errorMap: z.ZodErrorMap } {
	return { errorMap: () => ({ message }) };
}

/** A schema from a function that returns the value to send, or what is wrong with the given value. */
export function reading<T>(read: (value: unknown) => { value: T } | { wrong: string }) {
	return z.unknown().transform((given, context): T => {
		const result = read(given);
		if ('value' in result) return result.value;
		context.addIssue({ code: z.ZodIssueCode.custom, message: result.wrong, fatal: true });
		return z.NEVER;
	});
}

/** One of a few words, and no other. */
export function oneOf<const Word extends string>(
	...words: readonly [Word, ...Word[]]
): z.ZodEnum<[Word, ...Word[]]> {
	return z.enum(words as [Word, ...Word[]], saying(`must be one of ${words.join(', ')}`));
}
