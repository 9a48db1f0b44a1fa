import { parseArgs, type ParseArgsConfig } from 'node:util';

import { temporaryFolder } from './folder';
import { say } from './progress';
import { exitOnSignals } from './signals';

/** A mistake of the person who typed the command: shown without a stack trace, with where to find help. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

const COMMON = { help: { type: 'boolean', short: 'h' }, keep: { type: 'boolean' } } as const;

export interface Given<O extends Options> {
	/** The options as they were typed. */
	values: ReturnType<typeof parseArgs<{ options: O & typeof COMMON }>>['values'];
	/** The words that are no options. */
	words: string[];
	/** An empty folder; it is gone at the end, unless --keep says otherwise. */
	folder: string;
}

/** A command of `npm run`; see scripts/run.mjs. */
export interface Command<O extends Options> {
	/** Stands in the name of its folder. */
	name: string;
	/** What `--help` says. */
	help: string;
	options?: O;
	/** Whether it takes words that are no options. */
	takesWords?: boolean;
	/** Returns the exit code; nothing for 0. */
	run: (given: Given<O>) => Promise<number | void>;
}

/** Makes a command's `main`: it reads the arguments, knows `--help` and `--keep`, and cleans up, also on Ctrl-C. */
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
			if (isKept) say(`Everything is kept in ${folder.path}.`);
			else folder.remove();
		}
	};
}

/** parseArgs with plain messages. */
export function parse<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
	try {
		return parseArgs(config);
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}

/** A whole number that was given to a flag. */
export function whole(flag: string, text: string | undefined, fallback: number, minimum = 0): number {
	const number = text === undefined ? fallback : Number(text);
	if (Number.isSafeInteger(number) && number >= minimum) return number;
	throw new UsageError(`${flag} must be a whole number from ${minimum}, and is "${text}".`);
}

/** The entries of `all` that a flag names, separated by commas; all of them when it is not there. */
export function chosenFrom<T>(all: Record<string, T>, flag: string, text: string | undefined): T[] {
	if (text === undefined) return Object.values(all);
	return text.split(',').map((name) => {
		const one = all[name.trim()];
		if (one !== undefined) return one;
		throw new UsageError(`${flag} knows no "${name}". There are: ${Object.keys(all).join(', ')}.`);
	});
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
