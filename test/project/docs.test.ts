import fs from 'node:fs';
import path from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { eventTypes } from '../../nodes/RewardsEngagement/resources/event/record';
import { withoutGenerated } from '../../scripts/lib/generatedSection';
import { messagesIn } from '../../scripts/lib/messages';
import { root } from '../../scripts/lib/project';
import { literalsIn, shippedFiles } from '../../scripts/lib/source';
import { blocks, prose, targetsIn } from './markdown';

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const filesIn = (folder: string, ending: string) =>
	fs
		.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.map((file) => path.join(folder, file))
		.filter((file) => file.endsWith(ending));

const pages = [
	...['README.md', 'AGENTS.md', 'CONTRIBUTING.md', '.github/SECURITY.md', '.github/CODE_OF_CONDUCT.md'],
	...['CHANGELOG.md'],
	...['test/bench/README.md', 'test/mutation/README.md', 'test/mutation/planted.md'],
	...filesIn('docs', '.md'),
];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The file that runs each command of the pages, so that no command can break unnoticed. */
const RUN_BY: Record<string, { file: string; text: string }> = {
	'npm test': { file: '.ci/run', text: ' npm test ' },
	'npm run lint': { file: '.ci/run', text: ' npm run lint\n' },
	'npm run typecheck': { file: 'scripts/test.ts', text: "take('Type check', checkTypes)" },
	'npm run build': { file: 'scripts/lib/pack.ts', text: 'await build()' },
	'npm run check:package': { file: '.ci/run', text: ' npm run check:package\n' },
	'npm run test:reliability': { file: '.github/workflows/daily.yml', text: 'npm run test:reliability' },
	'npm run help': { file: 'test/project/commands.test.ts', text: "[['help'], ['--help']]" },
	'npm run demo': { file: '.ci/run', text: ' npm run demo -- --once' },
	'npm run test:fast': { file: '.ci/run', text: ' npm run test:fast\n' },
	'npm run compatibility': { file: '.github/workflows/daily.yml', text: 'npm run compatibility' },
	'npm run update-n8n': { file: '.github/workflows/newest-n8n.yml', text: 'npm run update-n8n' },
	'npm run video': { file: '.github/workflows/daily.yml', text: 'npm run video' },
	'npm run walk': { file: '.github/workflows/daily.yml', text: 'npm run walk' },
	'npm run mutation': { file: '.github/workflows/weekly.yml', text: 'npm run mutation' },
	'npm run audit': { file: '.github/workflows/daily.yml', text: 'npm run audit' },
	'npm run release': { file: '.github/workflows/publish.yml', text: 'npm run release -- --check' },
	'npm run api-document': { file: 'test/sandbox/apiDocument.test.ts', text: "'api-document'" },
	'npm run generate': { file: 'test/project/generate.test.ts', text: "'generate', '--check'" },
	'npm run service': { file: 'test/sandbox/main.test.ts', text: 'main.ts' },
	'npx jest test/engine/conformance': {
		file: 'test/project/contributing.daily.test.ts',
		text: '/^npx jest /',
	},
	'npx jest test/unit/retry': {
		file: 'scripts/test.ts',
		text: "const FAST_TESTS = [\n\t'unit',\n",
	},
	'npx jest test/engine/load/functionCalls': {
		file: 'scripts/test.ts',
		text: "const FAST_TESTS = [\n\t'unit',\n\t'project',\n\t'sandbox',\n\t'engine',\n",
	},
	'.ci/run': { file: '.github/workflows/ci.yml', text: 'run: .ci/run' },
	'node scripts/run.mjs pack': { file: '.ci/run', text: ' node scripts/run.mjs pack ' },
	'mkdir -p ~/.n8n/nodes': { file: 'test/e2e/npmInstall.daily.test.ts', text: 'installCommands()' },
	'npx n8n-node lint': { file: 'test/project/strictMode.test.ts', text: 'new ESLint({ cwd: root })' },
	'docker compose': { file: '.github/workflows/compose.yml', text: 'COMPOSE_FILE: config/compose.yaml' },
	// Without the internet this cannot run. It only names the repository in package.json.
	'git clone https://github.com/n8n-nodes-rewards-engagement/n8n-nodes-rewards-engagement.git': {
		file: 'package.json',
		text: 'git+https://github.com/n8n-nodes-rewards-engagement/n8n-nodes-rewards-engagement.git',
	},
	'npm install --omit=peer': { file: 'test/e2e/npmInstall.daily.test.ts', text: 'installCommands()' },
};

/** Commands that change files, or that measure without failing. A person runs them on purpose. */
const BY_HAND = [
	'npm run format',
	'npm run bench',
	'npm run screenshots',
	'npm run panels',
	'npm run dev',
	'npx pnpm install --lockfile-only',
];

/** Messages of n8n itself, with the file that contains them. */
const OF_N8N: Record<string, string> = {
	'Unrecognized node type: …': 'node_modules/n8n-core/dist/errors/unrecognized-node-type.error.js',
	'Cannot read properties of null': 'test/harness/n8n/client.ts',
	'No Webhook node found in the workflow': 'test/e2e/lifecycle.test.ts',
	'The requested webhook "…" is not registered.': 'test/e2e/npmInstall.daily.test.ts',
};

describe.each(pages)('%s', (page) => {
	const text = read(page);

	it('links only to files and headings that exist', () => {
		const targets = [
			...prose(text).matchAll(/\]\(([^)\s]+)\)/g),
			...prose(text).matchAll(/<(?:img|source|a)\s[^>]*?(?:src|srcset|href)="([^"]+)"/g),
		].map(([, target]) => target!);
		expect(targets.filter((target) => !isThere(page, target))).toEqual([]);
	});

	it('names only commands that exist, each with what runs it', () => {
		const named = commandsOf(text);
		expect(
			named.filter((command) => {
				const script = /^npm run ([\w:-]+)/.exec(command)?.[1];
				return script !== undefined && !(script in scripts);
			}),
		).toEqual([]);
		expect(named.filter((command) => !isRun(command))).toEqual([]);
	});

	it('names only files that exist', () => {
		const named = [
			...prose(text).matchAll(/`((?:nodes|test|scripts|credentials|docs|workflows|\.ci)\/[\w./-]+)`/g),
		]
			.map(([, file]) => file!)
			.filter((file) => !file.includes('clearMetadata') && !/^docs\/images\//.test(file));
		expect(named.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
	});

	it('shows JSON that can be read', () => {
		for (const json of blocks(text, 'json')) expect(() => JSON.parse(json) as unknown).not.toThrow();
	});

	it('quotes messages exactly', () => {
		expect(quotesOf(page, text).filter((quote) => !isSaid(quote))).toEqual([]);
	});

	it('has no unfinished part', () => {
		expect(text).not.toMatch(/\b(to-?do|fix-?me|x{3}|tbd|lorem ipsum)\b/i);
		expect(text.endsWith('\n') && !text.endsWith('\n\n')).toBe(true);
		expect(text.match(/^.*[ \t]$/gm) ?? []).toEqual([]);
	});
});

describe('what the pages list is all there is, as it is', () => {
	it('every event of the triggers', () => {
		const page = read('docs/trigger.md');
		expect(eventTypes).toHaveLength(6);
		for (const { value } of eventTypes) expect(page).toContain(`| \`${value}\` |`);
		const [events] = new RewardsEngagementPollTrigger().description.properties;
		const polled = events!.options as INodePropertyOptions[];
		expect(polled.length).toBeGreaterThan(5);
		for (const { name } of polled) expect(read('docs/poll-trigger.md')).toContain(`| *${name}* |`);
	});
});

describe('the checks notice', () => {
	it('a link, an anchor, a command and a message that are wrong', () => {
		expect(isThere('docs/trigger.md', 'nowhere.md')).toBe(false);
		expect(isThere('docs/trigger.md', '#no-such-heading')).toBe(false);
		expect(isThere('docs/trigger.md', '../README.md#install')).toBe(true);
		expect(isRun('npm run nothing')).toBe(false);
		expect(isRun('rm -rf /')).toBe(false);
		expect(isSaid('The service did not accept the API key, sorry')).toBe(false);
		expect(isSaid('Could not connect to the service at …')).toBe(true);
	});

	it('that a command is no longer run', () => {
		const texts = Object.values(RUN_BY);
		for (const { file, text } of texts)
			expect([file, text, read(file).includes(text)]).toEqual([file, text, true]);
	});
});

/** Whether a link of a page is valid: inside the project its target must exist, and outside it must be a safe URL. */
function isThere(page: string, target: string): boolean {
	if (/^(https|mailto):/.test(target)) return true;
	const [file = '', anchor] = target.split('#');
	const place = file === '' ? page : path.join(path.dirname(page), file);
	if (place.startsWith('..') || !fs.existsSync(path.join(root, place))) return false;
	return anchor === undefined || targetsIn(read(place)).includes(anchor);
}

/** Every command of a page: the lines of its shell blocks, and inline code that starts like a command. */
function commandsOf(text: string): string[] {
	const lines = blocks(text, 'sh', 'bash', 'shell').flatMap((block) => block.trim().split('\n'));
	const inline = [...prose(text).matchAll(/`((?:npm|npx|node|docker) [^`]+|\.ci\/run)`/g)].map(
		([, code]) => code!,
	);
	return [...lines.flatMap((line) => line.split(' && ')), ...inline].filter(
		(line) => !line.startsWith('cd '),
	);
}

function isRun(command: string): boolean {
	const begins = (known: string) => command === known || command.startsWith(`${known} `);
	return BY_HAND.some(begins) || Object.keys(RUN_BY).some(begins);
}

/** The messages that a page quotes: code of several words on the page of messages, and long texts in italics. */
function quotesOf(page: string, text: string): string[] {
	const messages = page.endsWith('troubleshooting.md') ? withoutGenerated(text) : '';
	const inCode = [...messages.matchAll(/`([^`]+)`/g)]
		.map(([, quote]) => quote!.replace(/\s+/g, ' '))
		.filter((quote) => quote.includes(' '));
	const inItalics = [...prose(text).matchAll(/(?<![*\w])\*([^*]+)\*(?!\*)/g)]
		.map(([, quote]) => quote!.replace(/\s+/g, ' '))
		.filter((quote) => quote.split(' ').length >= 6 && !quote.includes('→'));
	return [...inCode, ...inItalics];
}

/**
 * Whether the code contains this message. `…` matches any text, and a message may consist of two, joined by a colon.
 */
function isSaid(quote: string): boolean {
	const file = OF_N8N[quote];
	if (file !== undefined) return read(file).includes(quote.split('…')[0]!);
	if (literals().some((literal) => patternOf(quote).test(literal))) return true;
	const [beginning = '', rest = ''] = quote.split(/(?<=: )/);
	return literals().includes(`${beginning}…`) && literals().includes(rest);
}

function patternOf(quote: string): RegExp {
	const parts = quote.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(parts.join('[\\s\\S]*'));
}

let known: string[] | undefined;

/** Every text of the shipped code, with `…` in place of each expression. */
function literals(): string[] {
	known ??= shippedFiles().flatMap((file) => literalsIn(fs.readFileSync(file, 'utf8')));
	return known;
}

describe('links from elsewhere', () => {
	/** Pages and headings that people may have linked to. A page can move on, but the link keeps its place. */
	const targets = JSON.parse(read('test/fixtures/linkTargets.json')) as Record<string, string[]>;

	it.each(Object.entries(targets))('old links to %s still lead somewhere', (page, anchors) => {
		const now = targetsIn(read(page));
		expect(anchors.length).toBeGreaterThan(0);
		expect(anchors.filter((anchor) => !now.includes(anchor))).toEqual([]);
	});

	it('a heading that is gone is noticed', () => {
		expect(targetsIn('## Repeat protection\n')).toEqual(['repeat-protection']);
		expect(targetsIn('<a id="events"></a>\n\n## React to an event\n')).toContain('events');
		expect(targetsIn('```md\n## Not a heading\n```\n')).toEqual([]);
	});
});

describe('messages of failures', () => {
	/** No person can cause these. They would report a bug of ours. */
	const OF_OURS = ['This item waits for a request that nobody makes'];

	/** These start with the name of a field, or follow it. The page describes them once. */
	const OF_A_FIELD = /^("|must )/;

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

	const page = read('docs/troubleshooting.md').replace(/\s+/g, ' ');
	const missing = (messages: readonly string[]) =>
		messages.filter(
			(message) =>
				![...OF_OURS, ...OTHER_MESSAGES, ...TOO_SHORT].includes(message) &&
				!OF_A_FIELD.test(message) &&
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
});
