import fs from 'node:fs';

import { messagesIn, type Message } from '../messages';
import { shippedFiles } from '../source';

/** Fewer words than these are no advice: the rest follows only when the node runs. */
const FEWEST_WORDS = 3;

/** The page says this once for all messages. */
const REST = / Nothing was [\w…]+\.$/;

/** A message of several sentences ends with its own advice. Responses to the service have another table. */
const WITH_ADVICE = /[\w)]\. (?!Please deliver)[A-Z]/;

/** The page describes the failures of a request in another section, by their cause. */
const OF_REQUESTS = /[\\/]api[\\/]failures\.ts$/;

/** The table of docs/troubleshooting.md: each message whose advice the code states, with that advice. */
export function messagesTable(): string {
	const advice = new Map<string, Set<string>>();
	const files = shippedFiles().filter((file) => !OF_REQUESTS.test(file));
	for (const one of files.flatMap((file) => messagesIn(fs.readFileSync(file, 'utf8'))))
		for (const text of adviceOf(one))
			advice.set(one.message, (advice.get(one.message) ?? new Set()).add(text));
	const rows = [...advice]
		.sort(([one], [other]) => sortKey(one).localeCompare(sortKey(other), 'en'))
		.map(([message, texts]) => `| \`${message}\` | ${[...texts].join(' Or: ').replaceAll('|', '\\|')} |`);
	return ['| You see | Do this |', '|---|---|', ...rows].join('\n');
}

/** Messages that start with a part that varies stand where their first word does. */
const sortKey = (message: string) => message.replace(/^[^\p{L}]+/u, '').toLowerCase();

/** The advice that a row shows. None if only the running node knows the message or the beginning of its advice. */
export function adviceOf({ message, advice }: Message): string[] {
	if (wordsOf(message) === 0) return [];
	const stated = advice
		.map((text) => text.replace(REST, ''))
		.filter((text) => !text.startsWith('…') && wordsOf(text) >= FEWEST_WORDS);
	return stated.length === 0 && WITH_ADVICE.test(message) ? ['Follow the message.'] : stated;
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length;
