import { z } from 'zod';

/** What zod says for a value of another kind, or for none: in our words in place of "Invalid input" and "Required". */
export function saying(message: string): { errorMap: z.ZodErrorMap } {
	return { errorMap: () => ({ message }) };
}

/** A schema of our own making: the value that is sent, or what is wrong with the one that was given. */
export function reading<T>(read: (value: unknown) => { value: T } | { wrong: string }) {
	return z.unknown().transform((given, context): T => {
		const result = read(given);
		if ('value' in result) return result.value;
		context.addIssue({ code: z.ZodIssueCode.custom, message: result.wrong, fatal: true });
		return z.NEVER;
	});
}

/** One of a few words, and no other: each means something here. */
export function oneOf<const Word extends string>(
	...words: readonly [Word, ...Word[]]
): z.ZodEnum<[Word, ...Word[]]> {
	return z.enum(words as [Word, ...Word[]], saying(`must be one of ${words.join(', ')}`));
}
