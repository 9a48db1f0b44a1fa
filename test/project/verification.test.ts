import fs from 'node:fs';
import path from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { RewardsEngagementApi } from '../../credentials/RewardsEngagementApi.credentials';
import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { eventTypes } from '../../nodes/RewardsEngagement/resources/event/record';
import { ids } from '../../sandbox/resources/index';
import { keys } from '../../sandbox/resources/seed';
import { manifest, root } from '../../scripts/lib/project';
import { literalsIn, shippedFiles } from '../../scripts/lib/source';
import nodeCategories from '../fixtures/nodeCategories.json';

/** What n8n's reviewers ask for, and no other test checks. docs/releasing.md lists all of it. */

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const page = read('docs/releasing.md');
const sectionOf = (title: string) => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
const packageJson = JSON.parse(read('package.json')) as {
	license: string;
	homepage: string;
	author: { email: string };
	repository: { url: string };
	bugs: { url: string };
};
const repository = packageJson.repository.url.replace(/^git\+|\.git$/g, '');

/** The cells of each requirement. */
const rows = sectionOf('What n8n asks of a verified package')
	.split('\n')
	.filter((line) => /^\| (?!Requirement)/.test(line))
	.map((line) => line.split('|').map((cell) => cell.trim()));

/** Why the check of a requirement does not count. */
function fault(check: string): string | undefined {
	const named = [...check.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file!);
	const gone = named.filter((file) => !fs.existsSync(path.join(root, file)));
	if (gone.length > 0) return `${gone.join()} does not exist`;
	const isChecked = named.length > 0 || /`npm run [\w:]+`/.test(check);
	return isChecked || /^A person checks this, because ./.test(check) ? undefined : 'no check and no reason';
}

describe('the list of requirements', () => {
	it('names for each a check that exists, or why a person checks it', () => {
		expect(rows.length).toBeGreaterThan(30);
		expect(rows.filter((cells) => cells.length !== 4 || !cells[1])).toEqual([]);
		expect(
			rows.flatMap(([, requirement, check = '']) => (fault(check) ? [requirement, fault(check)] : [])),
		).toEqual([]);
	});

	it.each(['', 'A person checks this', '`test/project/gone.test.ts`', '`README.md`'])(
		'does not accept "%s"',
		(check) => expect(fault(check)).toBeDefined(),
	);
});

describe('what reviewers get', () => {
	const section = sectionOf('What reviewers get');

	it('names the package, the repository and the contact of package.json', () => {
		for (const value of [manifest().name, repository, packageJson.author.email])
			expect(section).toContain(`\`${value}\``);
	});

	it('has the values of the sandbox', () => {
		expect(section).toContain(`| API Key | \`${keys.admin}\` |`);
		expect(section).toContain(`| Realm ID | \`${ids.realm}\` |`);
	});

	it('is a tour whose steps a test takes, in this order', () => {
		const steps = [...section.matchAll(/^\d\. \*\*([^*]+)\.\*\*/gm)].map(([, step]) => step);
		const taken = [...read('test/e2e/reviewerTour.test.ts').matchAll(/^it\('([^']+)'/gm)].map(
			([, title]) => title,
		);
		expect(steps.length).toBeGreaterThan(4);
		expect(taken.slice(0, steps.length)).toEqual(steps);
	});
});

it('license, repository, homepage and issues belong together', () => {
	expect(packageJson.license).toBe('MIT');
	expect(read('LICENSE')).toMatch(/^MIT License\n/);
	expect(packageJson.homepage).toBe(`${repository}#readme`);
	expect(packageJson.bugs.url).toBe(`${repository}/issues`);
	const links = [...read('README.md').matchAll(/https:\/\/github\.com\/[\w-]+\/[\w-]+/g)].map(
		([link]) => link,
	);
	expect([...new Set(links)]).toEqual([repository]);
	expect(new RewardsEngagementApi().documentationUrl).toContain(`${repository}/`);
});

it('each node has a codex with its own name, a category and documentation in the repository', () => {
	for (const file of manifest().n8n.nodes) {
		const source = file.replace(/^dist\//, '').replace(/\.js$/, '.json');
		const codex = JSON.parse(read(source)) as {
			node: string;
			categories: string[];
			resources: { primaryDocumentation: Array<{ url: string }> };
		};
		const className = path.basename(source, '.node.json');
		expect(codex.node).toBe(`${manifest().name}.${className[0]!.toLowerCase()}${className.slice(1)}`);
		expect(codex.categories).toContain('Marketing & Content');
		expect(codex.categories.filter((one) => !nodeCategories.categories.includes(one))).toEqual([]);
		expect(codex.resources.primaryDocumentation[0]?.url).toContain(`${repository}/`);
	}
});

it('each node and the credential link to a page that exists, without a fragment: n8n adds a query behind it', () => {
	const files = manifest().n8n.nodes.map((file) => file.replace(/^dist\//, '').replace(/\.js$/, '.json'));
	const addresses = [
		new RewardsEngagementApi().documentationUrl,
		...files.flatMap((file) => read(file).match(/https:[^"]+/g) ?? []),
	];
	expect(addresses.length).toBeGreaterThan(files.length);
	for (const address of addresses) {
		const [, page = ''] = /\/blob\/main\/([\w./-]+)$/.exec(address) ?? [];
		expect([address, fs.existsSync(path.join(root, page)) && page.endsWith('.md')]).toEqual([address, true]);
	}
});

/** All placeholders of parameters that a user types into. */
function placeholdersOf(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const { placeholder, type } = value as Partial<INodeProperties>;
	const isTyped = type !== 'collection' && type !== 'fixedCollection' && type !== 'multiOptions';
	const own = typeof placeholder === 'string' && isTyped ? [placeholder] : [];
	return [...own, ...Object.values(value).flatMap(placeholdersOf)];
}

it('examples in placeholders start with "e.g."', () => {
	const { description } = new RewardsEngagement();
	const placeholders = placeholdersOf([description.properties, new RewardsEngagementApi().properties]);
	expect(placeholders.length).toBeGreaterThan(20);
	// The others are no examples. They say what an empty field does, or what to do.
	expect([...new Set(placeholders)].filter((text) => !/^(e\.g\. |Select an? )/.test(text)).sort()).toEqual([
		'Default currency of the realm',
		'The realm of the credential',
		'Type a name, email, wallet or social ID…',
	]);
});

it('shipped texts have only Latin letters without accents, and no emoji', () => {
	const foreign = shippedFiles()
		.flatMap((file) => literalsIn(fs.readFileSync(file, 'utf8')))
		.filter((text) => /(?![\p{ASCII}])\p{L}|\p{Extended_Pictographic}/u.test(text));
	// An example of a currency's symbol, which is an emoji in the service.
	expect(foreign).toEqual(['e.g. ⭐']);
});

describe('README.md', () => {
	const readme = read('README.md');

	it('lists every event', () => {
		expect(eventTypes.filter(({ value }) => !readme.includes(`\`${value}\``))).toEqual([]);
	});

	it('lists every field of the credential', () => {
		const credential = /\n## Credential\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
		const listed = [...credential.matchAll(/^\| ([A-Z][^|]*) \|/gm)].flatMap(([, cell]) => cell!.split(', '));
		expect(listed.filter((name) => name !== 'Field')).toEqual(
			new RewardsEngagementApi().properties.map(({ displayName }) => displayName),
		);
	});

	it('has the sections in the order of the questions of a newcomer', () => {
		const titles = [...readme.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
		expect(titles).toEqual([
			'Why not the HTTP Request node?',
			'Install',
			'Credential',
			'Award points',
			'React to an event',
			'What happens on a timeout',
			'Operations',
			'Examples',
			'Compatibility',
			'Support',
			'License',
		]);
	});

	it('starts with badges and a picture', () => {
		const [start = ''] = readme.split('\n## ');
		expect([...start.matchAll(/^\[!\[([^\]]+)\]/gm)].map(([, name]) => name)).toEqual([
			'CI',
			'Version',
			'License: MIT',
			'n8n 1.123 and newer',
		]);
		expect(start).toContain('docs/images/award-light.png');
	});

	it.each([
		['install', 'npm install --omit=peer n8n-nodes-rewards-engagement'],
		['award', '**Member → Award or Deduct**'],
		['react to an event', '**Rewards and Engagement Trigger**'],
		['timeout', '*Outcome unknown*'],
		['run the tests', '`npm test`'],
	])('a text search for "%s" leads to the answer', (words, answer) => {
		const isHeading = new RegExp(`^## .*${words}`, 'im').exec(readme);
		const from = isHeading?.index ?? readme.indexOf(words);
		expect(from).toBeGreaterThan(0);
		expect(readme.slice(from).split('\n## ')[0]).toContain(answer);
	});
});
