import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { eventTypes } from '../../nodes/RewardsEngagement/records/event';
import { operationsTable } from '../../scripts/operations-table';

const root = join(__dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };

it('lists every operation with its endpoint, as it is (print it with: npm run operations-table)', () => {
	expect(readme).toContain(operationsTable());
});

it('lists every event', () => {
	expect(eventTypes.filter(({ value }) => !readme.includes(`| \`${value}\` |`))).toEqual([]);
});

it('names only commands that exist', () => {
	const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
	expect(named.length).toBeGreaterThan(4);
	expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it('links only to files and headings that exist', () => {
	const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!);
	const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(
		([, title]) => `#${title!.toLowerCase().replace(/ /g, '-')}`,
	);
	const broken = targets.filter((target) =>
		target.startsWith('#')
			? !headings.includes(target)
			: !target.startsWith('https://') && !existsSync(join(root, target)),
	);
	expect(targets.length).toBeGreaterThan(8);
	expect(broken).toEqual([]);
});
