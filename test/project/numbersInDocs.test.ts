import fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { withoutGenerated } from '../../scripts/lib/generatedSection';
import { root } from '../../scripts/lib/project';
import { constantsIn, shippedFiles } from '../../scripts/lib/source';
import { prose } from './markdown';

/** Limits, defaults and counts in the pages for users, each compared with the code it comes from. */

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

/** The nodes by file. A number is found by its name, so that its file may move. */
const sources = new Map(shippedFiles().map((file) => [file, fs.readFileSync(file, 'utf8')]));

/**
 * The number that a constant of the nodes has, worked out from its source.
 *
 * @param within a part of the path, if several numbers have the name
 */
function constant(name: string, within = ''): number {
	const declared = new RegExp(`\\bconst ${name}\\b`);
	const numbers = [...sources]
		.filter(([file, text]) => file.includes(within) && declared.test(text))
		.map(([file, text]) => {
			const initializers = constantsIn(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022));
			const valueOf = (node: ts.Expression | undefined): number => {
				if (node && ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
				if (node && ts.isIdentifier(node)) return valueOf(initializers.get(node.text));
				if (node && ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskToken)
					return valueOf(node.left) * valueOf(node.right);
				throw new Error(`${file} has no number called ${name}.`);
			};
			return valueOf(initializers.get(name));
		});
	return theOnly(numbers, name);
}

/** A number that has no name in the source, in one of the files with this part in their path. */
function inSource(pattern: RegExp, within: string): number {
	const numbers = [...sources].flatMap(([file, text]) => {
		const found = file.includes(within) ? pattern.exec(text)?.[1] : undefined;
		return found === undefined ? [] : [Number(found.replaceAll('_', ''))];
	});
	return theOnly(numbers, String(pattern));
}

function theOnly(numbers: readonly number[], what: string): number {
	const [only, ...others] = new Set(numbers);
	if (only === undefined || others.length > 0)
		throw new Error(`The nodes have ${numbers.length} of ${what}.`);
	return only;
}

const inMinutes = (name: string) => constant(name) / 60_000;
const inSeconds = (name: string) => constant(name) / 1_000;
const members = constant('PAGE') * inSource(/maxPages: (\d+)/, '/pollTrigger/');

const ENTRIES = constant('MAX_EVENT_VALUES');
const KEYS = constant('MAX_PAYMENT_VALUES');
const BULK = constant('MAX_ENTRIES');
const SEARCHED = constant('MAX_VALUES', 'resources/member');
const WAIT_S = inSeconds('LONGEST_WAIT_MS');
const PUBLISHING_S = inSeconds('OWN_REALM_MS') + inSeconds('OTHER_REALM_MS');

/** How a new secret of a webhook is made. */
const SECRET = /\|\| randomBytes\((\d+)\)/;

/** What a page says, with `#` in the place of each number, and the numbers as the code has them. */
const NUMBERS: Array<[page: string, says: string, ...numbers: number[]]> = [
	['README.md', 'It sends up to # items in one request', BULK],
	['.github/SECURITY.md', 'secret has # random bytes', inSource(SECRET, '/trigger/')],

	['docs/consent.md', 'within # seconds whether a reload helps', inSeconds('MAX_WAIT_MS')],
	[
		'docs/consent.md',
		'up to # characters and # values',
		constant('MAX_QUERY_LENGTH'),
		constant('MAX_QUERY_VALUES'),
	],
	[
		'docs/consent.md',
		'valid for # minutes by default, # days at most',
		constant('USUAL_LIFETIME'),
		constant('MAX_LIFETIME_MINUTES') / (24 * 60),
	],
	[
		'docs/consent.md',
		"remembers # states and then turns further people away. n8n's database remembers the last #",
		constant('MAX_STATES'),
		ENTRIES,
	],

	[
		'docs/exports.md',
		'asks after # second, then less and less often, up to every # seconds. It stops after # minutes',
		inSeconds('FIRST_GAP_MS'),
		inSeconds('MAX_GAP_MS'),
		constant('DEFAULT_MINUTES'),
	],
	['docs/exports.md', 'Up to # redirects', constant('MAX_REDIRECTS')],
	['docs/exports.md', 'for 1 to # minutes at a time', inMinutes('MAX_PAUSE_MS')],
	['docs/exports.md', 'more than # bytes', constant('MAX_NAME_BYTES')],

	['docs/idempotency.md', 'about the last # keys of a node, or # of your own', KEYS / 2, KEYS / 3],
	[
		'docs/idempotency.md',
		'at most # items are unknown, # in queue mode',
		constant('CLAIMED_AT_A_TIME'),
		constant('CLAIMED_AMONG_OTHERS'),
	],
	['docs/idempotency.md', 'takes longer than # ms', constant('SETTLE_MS')],

	['docs/operations.md', 'Timeout is # seconds for', inSource(/usualTimeoutSeconds: (\d+)/, '/activation/')],
	['docs/operations.md', 'rate-limit wait of # seconds or more', inSeconds('NOTABLE_WAIT')],
	['docs/operations.md', 'before the first payment, up to # per request', SEARCHED],
	['docs/operations.md', 'takes up to # values', SEARCHED],
	['docs/operations.md', 'a duplicate waits up to # seconds', WAIT_S],

	['docs/poll-trigger.md', 'At most # members may hold', constant('MOST_STATES')],
	['docs/poll-trigger.md', 'At most # members active', constant('MOST_STATES')],
	['docs/poll-trigger.md', 'In realms of up to # members', constant('MOST_STATES')],
	['docs/poll-trigger.md', 'The top # at most', constant('MOST_PLACES')],
	['docs/poll-trigger.md', 'Some of more than # who join', constant('PAGE')],
	['docs/poll-trigger.md', 'emits up to # events', constant('MAX_EVENTS')],
	['docs/poll-trigger.md', 'If more than # members joined', members],
	['docs/poll-trigger.md', 'Up to # quests, raffles or members', constant('MOST_STATES')],
	['docs/poll-trigger.md', 'after # minutes and then once an hour', inMinutes('PATIENCE_MS')],
	['docs/poll-trigger.md', 'After # members dropped below', constant('MOST_REMEMBERED')],

	['docs/troubleshooting.md', 'takes more than # seconds longer', WAIT_S],
	['docs/trigger.md', 'waits up to # seconds for the first execution', WAIT_S],
	['docs/trigger.md', 'about the last # events of a trigger', ENTRIES],
	['docs/trigger.md', 'has # random bytes', inSource(SECRET, '/trigger/')],
	['docs/trigger.md', 'takes at most # seconds', PUBLISHING_S],
];

/** Numbers that no code of the nodes decides. */
const OTHERS: Array<[page: string, says: string, why: string]> = [
	['README.md', '1,000 transfers under a rate limit were each made once', 'measured by the benchmark'],
	['README.md', 'up to 300 were made again', 'measured by the benchmark'],
	['README.md', 'none of 105,000 forged', 'measured by the reliability tests'],
	['docs/consent.md', 'once and for 5 minutes', 'of the service'],
	['docs/exports.md', 'An export of 1 GiB then takes less than 64 MiB', 'measured by the benchmark'],
	['docs/exports.md', 'up to 512 MiB', 'of n8n'],
	['docs/ai-tools.md', 'a batch size of 1', 'of n8n'],
	['docs/idempotency.md', 'n8n keeps 10,000 executions', 'of n8n'],
	['docs/money.md', 'A limit of 0', 'no limit of ours'],
	['docs/operations.md', 'more than 15 digits', 'of JavaScript'],
	['docs/operations.md', '5 awarded, 1,500 Stars in total, 1 refused', 'an example'],
	['docs/operations.md', 'whole numbers except 0', 'no limit of ours'],
	['docs/operations.md', 'above 0, such as 2.5', 'an example'],
	['docs/operations.md', 'since 1970', 'of the service'],
	['docs/poll-trigger.md', 'February 29 counts as February 28', 'dates'],
	[
		'docs/poll-trigger.md',
		'with 100,000 members these are about 12',
		'measured by test/engine/poll/polledTimes.test.ts',
	],
	['docs/poll-trigger.md', 'at 24 requests a minute is about 4,000', 'of the service'],
	['docs/poll-trigger.md', 'fit into 24 requests a minute', 'measured'],
	['docs/poll-trigger.md', 'Each event happened 2,000 times', 'measured'],
	['docs/poll-trigger.md', 'On 25 November 2026', 'a date'],
	['docs/scaling.md', '16 at a time', 'of the benchmark'],
	['docs/scaling.md', 'has 1,000 milliseconds per second', 'a unit'],
	['docs/scaling.md', '6 events a second, with code 21', 'measured by the benchmark'],
	['docs/scaling.md', 'code quorum, code 10', 'of RabbitMQ'],
	['docs/trigger.md', '64 hexadecimal digits', 'of SHA-256'],
	['docs/trigger.md', '5 as far as known', 'of the service'],
	['docs/trigger.md', 'duplicates 1 s apart', 'of the reliability tests'],
	['docs/trigger.md', 'None of 105,000', 'measured by the reliability tests'],
	['docs/trigger.md', 'after 90 seconds', 'of n8n'],
	['docs/workflows.md', 'Payouts above 500', 'of an example'],
	['docs/workflows.md', 'never exceeds 100,', 'of an example'],
	['docs/workflows.md', 'never exceeds 1000', 'of an example'],
];

const FOR_MAINTAINERS = [
	'releasing.md',
	'dependencies.md',
	'add-a-resource.md',
	'compatibility.md',
	'README.md',
];

const pages = [
	...['README.md', '.github/SECURITY.md'],
	...fs
		.readdirSync(path.join(root, 'docs'))
		.filter((file) => file.endsWith('.md') && !FOR_MAINTAINERS.includes(file))
		.map((file) => `docs/${file}`),
];

/** What a person reads of a page, in one line: no code, no addresses, no generated part. */
const textOf = (page: string) => readable(read(page));
const readable = (markdown: string) =>
	prose(withoutGenerated(markdown))
		.replace(/\]\([^)]*\)/g, '')
		.replace(/`[^`]*`/g, 'code')
		.replace(/<[^>]+>/g, '')
		.replace(/\[|[*]/g, '')
		.replace(/\s+/g, ' ');

const written = (says: string, numbers: number[]) =>
	numbers.reduce((text, number) => text.replace('#', number.toLocaleString('en')), says);

it.each(NUMBERS)('%s says "%s" as the code has it', (page, says, ...numbers) => {
	expect(textOf(page)).toContain(written(says, numbers));
});

it.each(OTHERS)('%s still says "%s"', (page, says) => {
	expect(textOf(page)).toContain(says);
});

/** Numbered lists, statuses of HTTP, and versions. */
const NO_LIMITS = [
	/(?<=^|\s)\d\. (?=[A-Z])/g,
	/(?<![\d.,])[2-5]\d\d(?![\d.,]*\d)/g,
	/(?<![\d,])\d+(?:\.\d+)+/g,
	/(?:n8n|Node\.js|RFC) \d+(?: and \d)?(?!,?\d)/g,
];
/** A row of a table with results of a measurement. */
const RESULTS = /^\|[^|]*\|(?: [\d,]+ \|)+$/;

it.each(pages)('%s has no other number', (page) => {
	const held = [
		...NUMBERS.filter(([of]) => of === page).map(([, says, ...numbers]) => written(says, numbers)),
		...OTHERS.filter(([of]) => of === page).map(([, says]) => says),
	];
	const kept = read(page)
		.split('\n')
		.filter((line) => !RESULTS.test(line))
		.join('\n');
	const text = held.reduce((left, says) => left.replaceAll(says, ''), readable(kept));
	const left = NO_LIMITS.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
	expect([...left.matchAll(/.{0,30}\b\d[\d,.]*\b.{0,20}/g)].map(([around]) => around)).toEqual([]);
});

it('a number that changes in the code or on a page is noticed', () => {
	expect(constant('MAX_EVENT_VALUES', '/once/')).toBe(ENTRIES);
	expect(() => constant('NOTHING')).toThrow();
	expect(() => constant('MOST')).toThrow();
	expect(() => inSource(/randomBytes\((\d+)\)/, '/nowhere/')).toThrow();
	expect(textOf('docs/trigger.md')).not.toContain(written('about the last # events', [ENTRIES + 1]));
});
