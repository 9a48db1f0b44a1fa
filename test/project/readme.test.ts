import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { eventTypes } from '../../nodes/RewardsEngagement/resources/event/record';
import { RewardsEngagementApi } from '../../credentials/RewardsEngagementApi.credentials';

const root = join(__dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const codexFiles = [
	'nodes/RewardsEngagement/RewardsEngagement.node.json',
	'nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node.json',
	'nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node.json',
	'nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node.json',
];

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

it('each node and the credential link to a page that exists, without a fragment: n8n adds a query behind it', () => {
	const addresses = [
		new RewardsEngagementApi().documentationUrl,
		...codexFiles.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/https:[^"]+/g) ?? []),
	];
	expect(addresses.length).toBeGreaterThan(codexFiles.length);
	for (const address of addresses) {
		const [, page = ''] = /\/blob\/main\/([\w./-]+)$/.exec(address) ?? [];
		expect([address, existsSync(join(root, page)) && page.endsWith('.md')]).toEqual([address, true]);
	}
});

it('can be read in three minutes', () => {
	const prose = readme
		.split('\n')
		.filter((line) => !line.startsWith('|'))
		.join(' ');
	expect(prose.split(/\s+/).length).toBeLessThan(800);
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
