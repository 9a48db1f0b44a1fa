import fs from 'node:fs';
import path from 'node:path';

import { differences } from './differences';
import { document, outline, wantedOutline, type Findings } from './document';
import { checks } from './checks';
import { pairings } from './hosts';
import { measurements } from './measurements';

const page = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'compatibility.md'), 'utf8');

function found(result: string): Findings[] {
	const titled = (list: Array<{ title: string }>) => new Map(list.map(({ title }) => [title, result]));
	return pairings.map((pairing) => ({
		pairing,
		checks: titled(checks),
		measurements: titled(measurements),
	}));
}

it('the page is of the present checks, with the present versions of n8n and Node.js', () => {
	expect(outline(page)).toEqual(wantedOutline());
	for (const paragraph of differences) expect(page).toContain(paragraph);
});

it('on the page every check holds in every version', () => {
	const rows = page.split('\n').filter((line) => checks.some(({ title }) => line.startsWith(`| ${title} |`)));
	expect(rows).toHaveLength(checks.length);
	for (const row of rows) expect(row.endsWith(' | yes'.repeat(pairings.length) + ' |')).toBe(true);
});

it('a page without a check, or with one that has another name, is noticed', () => {
	const [first] = checks;
	const whole = document(found('yes'), '0.1.0');
	expect(outline(whole)).toEqual(wantedOutline());
	expect(outline(whole.replace(first!.title, 'Something else'))).not.toEqual(wantedOutline());
	expect(outline(whole.replace(pairings[0]!.n8n, '1.0.0'))).not.toEqual(wantedOutline());
});

it('covers the oldest and the newest n8n, and one from the middle', () => {
	const lines = new Set(pairings.map(({ n8n }) => n8n.split('.').slice(0, 2).join('.')));
	expect([...lines]).toEqual(['1.123', '2.20', '2.41']);
});
