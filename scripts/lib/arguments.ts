import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A mistake of the person who typed the command: shown without a stack trace, with where to find help. */
export class UsageError extends Error {}

/** parseArgs with plain messages. */
export function parse<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
	try {
		return parseArgs(config);
	} catch (error) {
		throw new UsageError(`${error instanceof Error ? error.message : String(error)}`);
	}
}

/** A port from a flag or, when that is missing, an environment variable. */
export function port(flag: string, value: string | undefined, variable: string, fallback: number): number {
	const text = value ?? process.env[variable] ?? String(fallback);
	const number = Number(text);
	if (Number.isInteger(number) && number >= 1 && number <= 65_535) return number;
	throw new UsageError(
		`${value === undefined ? variable : flag} must be a port number from 1 to 65535, and is "${text}".`,
	);
}
