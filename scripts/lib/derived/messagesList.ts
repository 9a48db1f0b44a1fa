import fs from 'node:fs';

import { messagesIn, type Message } from '../messages';
import { shippedFiles } from '../source';

/** Fewer words than these are no advice: the rest follows only when the node runs. */
const FEWEST_WORDS = 3;

/** The page says this once for all messages. */
const SAID_ONCE = [
	/ Nothing was [\w…]+\.$/,
	/ If this keeps happening, ask the operator of the service\.$/,
	/[^.]*(a duplicate cannot be ruled out|two items could share one key)\. /i,
];

/** A message of several sentences ends with its own advice. Responses to the service have another table. */
const WITH_ADVICE = /[\w)]\. (?!Please deliver)[A-Z]/;

/** These start with the name of a field. The page describes them once, and n8n shows what to enter. */
const OF_A_FIELD = /^"/;

/** The page describes the failures of a request in another section, by their cause. */
const OF_REQUESTS = /[\\/]api[\\/]failures\.ts$/;

/** The list of docs/troubleshooting.md: the messages whose advice the code states, with that advice. */
export function messagesList(): string {
	const files = shippedFiles().filter((file) => !OF_REQUESTS.test(file));
	return listOf(files.flatMap((file) => messagesIn(fs.readFileSync(file, 'utf8'))));
}

/** An entry per advice, with all messages that have it, in the order of the alphabet. */
export function listOf(found: readonly Message[]): string {
	const advice = new Map<string, Set<string>>();
	for (const one of found)
		for (const text of adviceOf(one))
			advice.set(one.message, (advice.get(one.message) ?? new Set()).add(text));
	const messages = new Map<string, string[]>();
	for (const [message, texts] of [...advice].sort(([one], [other]) => compare(one, other))) {
		const text = shortest([...texts]).join(' Or: ');
		messages.set(text, [...(messages.get(text) ?? []), `\`${message}\``]);
	}
	return [...messages].map(([text, same]) => `- ${same.join(', ')}: ${text}`).join('\n');
}

/** Without the texts that are a part of another one. */
const shortest = (texts: readonly string[]) =>
	texts.filter((text) => !texts.some((other) => other !== text && other.includes(text.replace(/\.$/, ''))));

const compare = (one: string, other: string) => sortKey(one).localeCompare(sortKey(other), 'en');

/** Messages that start with a part that varies are where their first word belongs. */
const sortKey = (message: string) => message.replace(/^[^\p{L}]+/u, '').toLowerCase();

/** The advice that an entry shows. None if only the running node knows the message or the beginning of its advice. */
export function adviceOf({ message, advice }: Message): string[] {
	if (wordsOf(message) === 0 || OF_A_FIELD.test(message)) return [];
	const stated = advice
		.map((text) => SAID_ONCE.reduce((rest, said) => rest.replace(said, ''), text))
		.filter((text) => !text.startsWith('…') && wordsOf(text) >= FEWEST_WORDS);
	return stated.length === 0 && WITH_ADVICE.test(message) ? ['Follow the message.'] : stated;
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length;
