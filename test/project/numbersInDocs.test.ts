import fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { withoutGenerated } from '../../scripts/lib/generatedSection';
import { root } from '../../scripts/lib/project';
import { constantsIn } from '../../scripts/lib/source';
import { prose } from './markdown';

/** Limits, defaults and counts in the pages for users, each compared with the code it comes from. */

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

/** The number that a constant of the nodes has, worked out from its source. */
function constant(file: string, name: string): number {
	const source = ts.createSourceFile(file, read(`nodes/RewardsEngagement/${file}`), ts.ScriptTarget.ES2022);
	const initializers = constantsIn(source);
	const valueOf = (node: ts.Expression | undefined): number => {
		if (node && ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
		if (node && ts.isIdentifier(node)) return valueOf(initializers.get(node.text));
		if (node && ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskToken)
			return valueOf(node.left) * valueOf(node.right);
		throw new Error(`${file} has no number called ${name}.`);
	};
	return valueOf(initializers.get(name));
}

/** A number that has no name in the source. */
function inSource(file: string, pattern: RegExp): number {
	const found = pattern.exec(read(`nodes/RewardsEngagement/${file}`))?.[1];
	if (found === undefined) throw new Error(`${file} has no ${String(pattern)}.`);
	return Number(found.replaceAll('_', ''));
}

const inMinutes = (file: string, name: string) => constant(file, name) / 60_000;
const inSeconds = (file: string, name: string) => constant(file, name) / 1_000;
const members =
	constant('pollTrigger/poller.ts', 'PAGE') *
	inSource('pollTrigger/pollers/memberJoined.ts', /maxPages: (\d+)/);

const ENTRIES = constant('events/seenEvents.ts', 'MAX_VALUES');
const KEYS = constant('idempotency/keyStore.ts', 'MAX_KEYS');
const BULK = constant('run/stages/groups.ts', 'MAX_ENTRIES');
const SEARCHED = constant('resources/member/searchFields.ts', 'MAX_VALUES');
const WAIT_S = inSeconds('events/seenEvents.ts', 'LONGEST_WAIT_MS');
const EXACT = Number.MAX_SAFE_INTEGER;

/** What a page says, with `#` in the place of each number, and the numbers as the code has them. */
const NUMBERS: Array<[page: string, says: string, ...numbers: number[]]> = [
	['README.md', 'It sends up to # items in one request', BULK],
	['SECURITY.md', 'secret has # random bytes', inSource('trigger/registration.ts', /randomBytes\((\d+)\)/)],

	[
		'docs/consent.md',
		'within # seconds whether a reload helps',
		inSeconds('consentTrigger/codeExchanges.ts', 'MAX_WAIT_MS'),
	],
	[
		'docs/consent.md',
		'up to # characters and # values',
		constant('shared/signedState.ts', 'MAX_QUERY_LENGTH'),
		constant('shared/signedState.ts', 'MAX_QUERY_VALUES'),
	],
	[
		'docs/consent.md',
		'up to # codes at a time per network address, and # in total',
		constant('consentTrigger/allowance.ts', 'MAX_OF_ADDRESS'),
		constant('consentTrigger/allowance.ts', 'MAX_IN_ALL'),
	],
	['docs/consent.md', 'at most # lines a minute', constant('consentTrigger/log.ts', 'MOST_LINES')],
	[
		'docs/consent.md',
		'valid for # minutes by default, # days at most',
		constant('resources/consent/createAuthorizationUrl.ts', 'USUAL_LIFETIME'),
		constant('resources/consent/fields.ts', 'MAX_LIFETIME_MINUTES') / (24 * 60),
	],
	[
		'docs/consent.md',
		"remembers # states and then turns further people away. n8n's database remembers the last #",
		constant('consentTrigger/codeExchanges.ts', 'MAX_STATES'),
		ENTRIES,
	],

	[
		'docs/exports.md',
		'asks after # second, then less and less often, up to every # seconds. It stops after # minutes',
		inSeconds('resources/export/waitForCompletion.ts', 'FIRST_GAP_MS'),
		inSeconds('resources/export/waitForCompletion.ts', 'MAX_GAP_MS'),
		constant('resources/export/waitForCompletion.ts', 'DEFAULT_MINUTES'),
	],
	['docs/exports.md', 'Up to # redirects', constant('resources/export/fetchFile.ts', 'MAX_REDIRECTS')],
	[
		'docs/exports.md',
		'shortened to # characters',
		constant('resources/export/fileInfo.ts', 'MAX_NAME_LENGTH'),
	],

	['docs/how-to.md', 'sends up to # items per request', BULK],

	['docs/idempotency.md', 'the last # or more per node', KEYS / 2],
	[
		'docs/idempotency.md',
		'about the last # keys of a node. Your own keys count twice, so # of them',
		KEYS,
		KEYS / 2,
	],
	[
		'docs/idempotency.md',
		'At most # keys of a run are under way',
		constant('idempotency/runKeys.ts', 'MAX_OPEN'),
	],
	['docs/idempotency.md', 'checks again after # ms', constant('host/processedData.ts', 'SETTLE_MS')],

	['docs/outcomes.md', 'the last # keys per node', KEYS],
	['docs/outcomes.md', 'the last # entries per trigger', ENTRIES],

	['docs/operations.md', 'and up to # for whole numbers', EXACT],
	['docs/operations.md', 'whole numbers beyond #', EXACT],
	['docs/operations.md', 'combines up to # values', SEARCHED],
	[
		'docs/operations.md',
		'Timeout is # seconds for',
		inSource('resources/activation/sync.ts', /usualTimeoutSeconds: (\d+)/),
	],
	[
		'docs/operations.md',
		'It starts with # concurrent requests, goes up to #',
		constant('api/aimdWindow.ts', 'INITIAL_CONCURRENT'),
		constant('api/aimdWindow.ts', 'MAX_CONCURRENT'),
	],
	['docs/operations.md', 'rate-limit wait of # seconds or more', inSeconds('run/hints.ts', 'NOTABLE_WAIT')],
	['docs/operations.md', 'before the first payment, up to # per request', SEARCHED],
	['docs/operations.md', 'takes up to # values', SEARCHED],
	['docs/operations.md', 'a duplicate waits up to # seconds', WAIT_S],

	[
		'docs/poll-trigger.md',
		'At most # members may hold',
		constant('pollTrigger/pollers/balanceReached.ts', 'MOST_ABOVE'),
	],
	['docs/poll-trigger.md', 'Some of more than # who join', constant('pollTrigger/poller.ts', 'PAGE')],
	['docs/poll-trigger.md', 'emits up to # events', constant('pollTrigger/poll.ts', 'MAX_EVENTS')],
	[
		'docs/poll-trigger.md',
		'reads at most # pages of members. If more than # members joined',
		inSource('pollTrigger/pollers/memberJoined.ts', /maxPages: (\d+)/),
		members,
	],
	['docs/poll-trigger.md', 'Up to # removed quests', constant('pollTrigger/snapshot.ts', 'MOST_REMEMBERED')],
	[
		'docs/poll-trigger.md',
		'after # minutes and then once an hour',
		inMinutes('pollTrigger/troubles.ts', 'PATIENCE_MS'),
	],
	[
		'docs/poll-trigger.md',
		'After # members dropped below',
		constant('pollTrigger/snapshot.ts', 'MOST_REMEMBERED'),
	],

	[
		'docs/trigger.md',
		'over # KB or # levels',
		constant('resources/event/eventIdentity.ts', 'MAX_COMPARED_BYTES') / 1024,
		constant('resources/event/eventIdentity.ts', 'MAX_DEPTH'),
	],
	['docs/troubleshooting.md', 'takes more than # seconds longer', WAIT_S],
	['docs/trigger.md', 'waits up to # seconds for the first execution', WAIT_S],
	['docs/trigger.md', 'about the last # entries of a trigger', ENTRIES],
	['docs/trigger.md', 'has # random bytes', inSource('trigger/registration.ts', /randomBytes\((\d+)\)/)],

	[
		'docs/troubleshooting.md',
		'at most # characters and # values',
		constant('shared/signedState.ts', 'MAX_QUERY_LENGTH'),
		constant('shared/signedState.ts', 'MAX_QUERY_VALUES'),
	],
];

/** Numbers that no code of the nodes decides. */
const OTHERS: Array<[page: string, says: string, why: string]> = [
	['README.md', 'about 3 GB', 'of n8n'],
	['docs/consent.md', 'once and for 5 minutes', 'of the service'],
	['docs/exports.md', 'An export of 1 GiB then takes less than 64 MiB', 'measured by the benchmark'],
	['docs/exports.md', 'up to 512 MiB', 'of n8n'],
	['docs/idempotency.md', 'n8n keeps 10,000 executions', 'of n8n'],
	['docs/money.md', 'A limit of 0', 'no limit of ours'],
	['docs/money.md', 'more than 15 digits', 'of JavaScript'],
	['docs/operations.md', 'up to 15 digits', 'of JavaScript'],
	['docs/operations.md', '5 awarded, 1,500 Stars in total, 1 refused, 2 unknown', 'an example'],
	['docs/operations.md', 'whole numbers except 0', 'no limit of ours'],
	['docs/operations.md', 'above 0, such as 2.5', 'an example'],
	['docs/operations.md', 'since 1970', 'of the service'],
	['docs/operations.md', 'has 24 digits', 'of the service'],
	['docs/poll-trigger.md', 'fit into 24 requests a minute', 'measured'],
	['docs/poll-trigger.md', 'Each event happened 2,000 times', 'measured'],
	['docs/poll-trigger.md', 'On 25 November 2026', 'a date'],
	['docs/scaling.md', '16 at a time', 'of the benchmark'],
	['docs/scaling.md', 'has 1,000 per second', 'milliseconds'],
	['docs/scaling.md', '6 events a second, with code 21', 'measured by the benchmark'],
	['docs/scaling.md', 'code quorum, code 10', 'of RabbitMQ'],
	['docs/trigger.md', '64 hexadecimal digits', 'of SHA-256'],
	['docs/trigger.md', '5 as far as known', 'of the service'],
	['docs/trigger.md', 'duplicates 1 s apart', 'of the reliability tests'],
	['docs/trigger.md', 'None of 105,000', 'measured by the reliability tests'],
	['docs/trigger.md', 'after 90 seconds', 'of n8n'],
	['docs/troubleshooting.md', 'within 15 seconds', 'of n8n'],
	['docs/troubleshooting.md', 'A code works for 5 minutes', 'of the service'],
	['docs/troubleshooting.md', 'waits up to 30 seconds', 'of the service'],
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
	...['README.md', 'SECURITY.md'],
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
	numbers.reduce(
		(text, number) => text.replace('#', number === EXACT ? String(number) : number.toLocaleString('en')),
		says,
	);

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
	expect(constant('events/seenEvents.ts', 'MAX_VALUES')).toBe(ENTRIES);
	expect(() => constant('events/seenEvents.ts', 'NOTHING')).toThrow();
	expect(textOf('docs/trigger.md')).not.toContain(written('about the last # entries', [ENTRIES + 1]));
});
