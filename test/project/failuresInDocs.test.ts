import fs from 'node:fs';
import path from 'node:path';

import { messagesIn } from '../../scripts/lib/messages';
import { root } from '../../scripts/lib/project';
import { shippedFiles } from '../../scripts/lib/source';

/** No person can cause these. They would report a bug of ours. */
const OF_OURS = ['This item waits for a request that nobody makes'];

/** Such a message says itself which form the value must have. The page describes these messages once. */
const OF_A_FORM = /^("…" )?must /;

/**
 * Messages with too little fixed text to search for: about a filter, and those that follow another message of the
 * page.
 */
const TOO_SHORT = ['The filter "…" …', 'Ignored: …', 'Could not … the webhook at the service. …'];

/** The success of the credential's test, and a warning before a run. */
const OTHER_MESSAGES = [
	'Connection successful!',
	'Every input item makes this same payment, unless "Execute Once" is on in Settings. …',
];

/** A page of the consent trigger that reports a failure by its status, with its title. */
const FAILURE_PAGE = /\bpage\(\s*[45]\d\d,\s*(['"])(?<title>.+?)\1/g;

/** The meaningful fixed parts of a message: the longest one, and every other with four words or more. */
function mainParts(message: string): string[] {
	const [longest = '', ...others] = message
		.split('…')
		.map((part) =>
			part
				.trim()
				.replace(/^[:;] |[:;]$/g, '')
				.replace(/^"|"$/g, '')
				.trim(),
		)
		.sort((one, other) => other.length - one.length);
	return [longest, ...others.filter((part) => part.split(' ').length >= 4)];
}

const page = fs.readFileSync(path.join(root, 'docs', 'troubleshooting.md'), 'utf8').replace(/\s+/g, ' ');
const missing = (messages: readonly string[]) =>
	messages.filter(
		(message) =>
			![...OF_OURS, ...OTHER_MESSAGES, ...TOO_SHORT].includes(message) &&
			!OF_A_FORM.test(message) &&
			!mainParts(message).every((part) => page.includes(part)),
	);

const textsIn = (code: string) => messagesIn(code).map(({ message }) => message);
const messages = shippedFiles().flatMap((file) => textsIn(fs.readFileSync(file, 'utf8')));

it('every cause that a failure can name is in docs/troubleshooting.md', () => {
	expect(messages.length).toBeGreaterThan(150);
	expect(missing(messages)).toEqual([]);
	expect(messages).toEqual(
		expect.arrayContaining(
			[
				'Too many redirects while downloading the file',
				'Could not connect to the service at …',
				'This event does not match the filters of this workflow',
			].map((message) => expect.stringMatching(new RegExp(message, 'i')) as string),
		),
	);
});

it('every page about a failure is there, too', () => {
	const pages = shippedFiles().find((file) => file.endsWith('consentTrigger/pages.ts'))!;
	const titles = [...fs.readFileSync(pages, 'utf8').matchAll(FAILURE_PAGE)].map(
		({ groups }) => groups!.title!,
	);
	expect(titles.length).toBeGreaterThan(10);
	expect(titles.filter((title) => !page.includes(`\`${title}\``))).toEqual([]);
});

it('the check finds a missing one', () => {
	const code = "throw unsentProblem(isBad ? `The moon of ${name} is away` : 'Wait for it', 'Wait.')";
	expect(missing(textsIn(code))).toEqual(['The moon of … is away', 'Wait for it']);
});

it('the check finds a missing argument, and a missing second part', () => {
	const code = `function refuse(status: number, message: string) {} refuse(401, 'The moon is away');`;
	expect(missing(textsIn(code))).toEqual(['The moon is away']);
	const half = 'return { message: `The service responded with status ${status} that the moon is away` };';
	expect(missing(textsIn(half))).toHaveLength(1);
});

it('every message is short enough for the panel', () => {
	const long = messages.filter((message) => message.length > 160);
	expect(long).toEqual([]);
});
