import { parseArgs, type ParseArgsConfig } from 'node:util';

import { temporaryFolder } from './folder';
import { say } from './progress';
import { exitOnSignals } from './signals';

/** A mistake in the typed command. It is shown without a stack trace, together with the way to the help. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

const COMMON = { help: { type: 'boolean', short: 'h' }, keep: { type: 'boolean' } } as const;

export interface Given<O extends Options> {
	/** The options as typed. */
	values: ReturnType<typeof parseArgs<{ options: O & typeof COMMON }>>['values'];
	/** The arguments that are no options. */
	words: string[];
	/** An empty folder. It is removed at the end, except with --keep. */
	folder: string;
}

/** A command of `npm run`. See scripts/run.mjs. */
export interface Command<O extends Options> {
	/** Part of the name of its folder. */
	name: string;
	/** The text of `--help`. */
	help: string;
	options?: O;
	/** Whether it takes arguments that are no options. */
	takesWords?: boolean;
	/** Returns the exit code, or nothing for 0. */
	run: (given: Given<O>) => Promise<number | void>;
}

/**
 * Makes the `main` of a command. It reads the arguments, handles `--help` and `--keep`, and cleans up, also on
 * Ctrl-C.
 */
export function command<O extends Options = Record<never, never>>({
	name,
	help,
	options,
	takesWords = false,
	run,
}: Command<O>): (args: string[]) => Promise<number> {
	return async (args) => {
		const { values, positionals: words } = parse({
			args,
			options: { ...COMMON, ...options } as O & typeof COMMON,
			allowPositionals: takesWords,
		});
		const { help: isHelp, keep: isKept } = values as { help?: boolean; keep?: boolean };
		if (isHelp) {
			say(help);
			return 0;
		}
		exitOnSignals();
		const folder = temporaryFolder(name);
		if (isKept) folder.keep();
		try {
			return (await run({ values, words, folder: folder.path })) ?? 0;
		} finally {
			if (isKept) say(`All files are kept in ${folder.path}.`);
			else folder.remove();
		}
	};
}

/** parseArgs with readable error messages. */
export function parse<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
	try {
		return parseArgs(config);
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}

/** Reads the value of a flag as a whole number. */
export function whole(flag: string, text: string | undefined, fallback: number, minimum = 0): number {
	const number = text === undefined ? fallback : Number(text);
	if (Number.isSafeInteger(number) && number >= minimum) return number;
	throw new UsageError(`${flag} must be a whole number of at least ${minimum}, and is "${text}".`);
}

/** The entries of `all` that a flag names, separated by commas. Without the flag, all of them. */
export function chosenFrom<T>(all: Record<string, T>, flag: string, text: string | undefined): T[] {
	if (text === undefined) return Object.values(all);
	return text.split(',').map((name) => {
		const one = all[name.trim()];
		if (one !== undefined) return one;
		throw new UsageError(`${flag} has no "${name}". Choose from: ${Object.keys(all).join(', ')}.`);
	});
}

/** Reads a port from a flag or, without the flag, from an environment variable. */
export function port(flag: string, value: string | undefined, variable: string, fallback: number): number {
	const text = value ?? process.env[variable] ?? String(fallback);
	const number = Number(text);
	if (Number.isInteger(number) && number >= 1 && number <= 65_535) return number;
	throw new UsageError(
		`${value === undefined ? variable : flag} must be a port number from 1 to 65535, and is "${text}".`,
	);
}
