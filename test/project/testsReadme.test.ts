import fs from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/lib/project';

/** The page that says where a behavior is tested. */

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const page = read('test/README.md');

/** The names in the second column of the table of behaviors, by the behavior. */
const rows = page
	.slice(page.indexOf('## Where a behavior is tested'))
	.split('\n')
	.flatMap((line) => {
		const [, behavior = '', files = ''] = line.split('|').map((cell) => cell.trim());
		const names = [...files.matchAll(/`([\w*]+\/?)`/g)].map(([, name]) => name!);
		return names.length > 0 && behavior !== 'Behavior' ? [[behavior, names] as const] : [];
	});
const patterns = rows.flatMap(([, names]) => names);

/** What the table must name: the suites, and the folders with suites, except the known defects. */
const suites = fs
	.readdirSync(path.join(root, 'test/engine'), { withFileTypes: true })
	.flatMap((entry) =>
		entry.isDirectory()
			? [`${entry.name}/`]
			: entry.name.endsWith('.test.ts')
				? [entry.name.replace('.test.ts', '')]
				: [],
	)
	.filter((name) => name !== 'known/');

const isNamedBy = (pattern: string) => {
	const whole = new RegExp(`^${pattern.replace('*', '.*')}$`);
	return (suite: string) => whole.test(suite);
};

it.each(suites)('test/engine/%s stands in one row of the table', (suite) => {
	const found = rows.filter(([, names]) => names.some((name) => isNamedBy(name)(suite)));
	expect(found.map(([behavior]) => behavior)).toEqual([expect.any(String)]);
});

it.each(patterns)('the table says `%s`, and there is such a suite', (pattern) => {
	expect(suites.filter(isNamedBy(pattern))).not.toEqual([]);
});

describe('the page of reported situations', () => {
	const folder = 'test/engine/reported';
	const reported = read(`${folder}/README.md`);
	const lastCells = reported.split('\n').map((line) => line.split('|').at(-2) ?? '');
	const named = [...lastCells.join().matchAll(/`([\w/]+)`/g)].map(([, name]) => name!);
	const files = fs.readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.test.ts'));

	it.each([...new Set(named)])('names the suite %s', (name) => {
		const file = name.includes('/') ? `test/${name}` : `${folder}/${name}`;
		expect(fs.existsSync(path.join(root, `${file}.test.ts`))).toBe(true);
	});

	it.each(files)('has a row for %s', (file) => {
		expect(named).toContain(file.replace('.test.ts', ''));
	});
});

it('it stays a page', () => {
	expect(page.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(500);
});

it('it names every folder with tests', () => {
	const folders = ['engine', 'e2e', 'sandbox', 'project', 'unit', 'fixtures', 'harness'];
	expect(folders.filter((folder) => !page.includes(`\`${folder}/\``))).toEqual([]);
});
