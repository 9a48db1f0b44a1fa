import fs from 'node:fs';
import path from 'node:path';

import { presentVersions } from '../../scripts/lib/n8nVersion';
import { root } from '../../scripts/lib/project';
import { differences, document, lineOf, outline, pairings, wantedOutline, type Findings } from './document';
import { checks } from './checks';
import { measurements } from './measurements';

const page = fs.readFileSync(path.join(root, 'docs', 'compatibility.md'), 'utf8');

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

it('covers the oldest n8n, one from the middle, and that of the other tests, and the README names them', () => {
	const [oldest, middle, newest, ...others] = new Set(pairings.map(({ n8n }) => lineOf(n8n)));
	expect([oldest, middle, newest, others]).toEqual(['1.123', '2.20', lineOf(presentVersions(root).n8n), []]);
	const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');
	expect(readme).toContain(`[tested](docs/compatibility.md) with ${oldest}, ${middle} and ${newest}.`);
	expect(readme).toContain(`[![n8n ${oldest} and newer](https://img.shields.io/badge/n8n-${oldest}%2B-`);
});
