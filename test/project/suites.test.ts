import fs from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/lib/project';

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

/** Tests that take too long for every change say so in their first line, with the test that sees such defects at once. */
describe('the lanes', () => {
	const DAILY = '.daily.test.ts';
	const FIRST_LINE =
		/^\/\/ Every day, because ([^.]+)\. At once: (test\/[\w/.]+\.test\.ts(?:, test\/[\w/.]+\.test\.ts)*)\.$/;

	const files = fs
		.readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
		.map((name) => path.join('test', name).replaceAll(path.sep, '/'));
	const daily = files.filter((file) => file.endsWith(DAILY));

	const firstLineOf = (file: string) => read(file).split('\n')[0]!;

	it('most tests run at every change', () => {
		expect(daily).not.toEqual([]);
		expect(daily.length).toBeLessThan(files.length / 5);
	});

	it.each(daily)('%s says why, and which tests of every change see such a defect', (file) => {
		const [, reason, named = ''] = FIRST_LINE.exec(firstLineOf(file)) ?? [];
		expect(reason).toBeDefined();
		for (const other of named.split(', ')) {
			expect(files).toContain(other);
			expect(other).not.toContain(DAILY);
		}
	});

	it('the longest suites, which start first, are there', () => {
		const names = [...read('test/harness/jest/longestFirst.cjs').matchAll(/^\t'([\w/.]+)',$/gm)];
		const longest = names.map(([, name]) => `test/${name}.test.ts`);
		expect(longest.length).toBeGreaterThan(10);
		expect(longest.filter((file) => !files.includes(file))).toEqual([]);
	});

	it('other files run at every change, and say nothing else', () => {
		const others = files.filter((file) => !file.endsWith(DAILY));
		expect(others.filter((file) => firstLineOf(file).includes('Every day'))).toEqual([]);
	});
});

/** The page that says where a behavior is tested. */
describe('test/README.md', () => {
	const page = read('test/README.md');

	/** The folders that the table names, by row. */
	const rows = page
		.slice(page.indexOf('## Where a behavior is tested'))
		.split('\n')
		.map((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)\/`/g)].map(([, name]) => name!));
	const named = rows.flat().filter((name) => name !== 'engine');

	const entries = fs.readdirSync(path.join(root, 'test/engine'), { withFileTypes: true });
	const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

	it('each folder of test/engine has one row', () => {
		expect([...named].sort()).toEqual(folders.sort());
	});

	it('each suite of test/engine is in a folder', () => {
		expect(entries.filter(({ name }) => name.endsWith('.test.ts'))).toEqual([]);
	});

	describe('the page of reported situations', () => {
		const folder = 'test/engine/reported';
		const reported = read(`${folder}/README.md`);
		const lastCells = reported.split('\n').map((line) => line.split('|').at(-2) ?? '');
		const named = [...lastCells.join().matchAll(/`([\w/]+)`/g)].map(([, name]) => name!);
		const files = fs.readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.test.ts'));

		it.each([...new Set(named)])('names the suite %s', (name) => {
			const file = name.includes('/') ? `test/${name}` : `${folder}/${name}`;
			const found = ['', '.daily'].filter((lane) => fs.existsSync(path.join(root, `${file}${lane}.test.ts`)));
			expect(found).toHaveLength(1);
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
});

describe('test/unit', () => {
	const folder = path.join(root, 'test', 'unit');

	/** The first line of a suite that tests a mechanism: the files without which it has nothing left to test. */
	const MECHANISM = /^\/\/ Falls with (?<files>[\w./]+\.ts(?:(?:, | and )[\w./]+\.ts)*)\.$/;
	const IMPORT = /(?:from|import\() ?'(\.[^']+)'/g;

	interface Suite {
		name: string;
		text: string;
	}

	const suites: Suite[] = fs
		.readdirSync(folder)
		.filter((file) => file.endsWith('.test.ts'))
		.map((name) => ({ name, text: fs.readFileSync(path.join(folder, name), 'utf8') }));

	/** The files that a suite names, by their path from the root. */
	function filesNamed({ text }: Pick<Suite, 'text'>): string[] {
		const [line = ''] = text.split('\n');
		return MECHANISM.exec(line)?.groups?.files?.split(/, | and /) ?? [];
	}

	/** The files that it imports, itself or through a helper of its folder. */
	function filesImported(text: string): string[] {
		return [...text.matchAll(IMPORT)].flatMap(([, from = '']) => {
			const file = path.relative(root, `${path.join(folder, from)}.ts`);
			const isHelper = from.startsWith('./');
			return isHelper ? filesImported(fs.readFileSync(path.join(root, file), 'utf8')) : [file];
		});
	}

	/** What is wrong with the line of a suite. */
	function problemsOf({ name, text }: Suite): string[] {
		const named = filesNamed({ text });
		const gone = named.filter((file) => !fs.existsSync(path.join(root, file)));
		const imported = new Set(filesImported(text));
		const isOfOthers = named.length > 0 && !named.some((file) => imported.has(file));
		const isOtherwise = /^\s*(\/\/|\*|\/\*\*).*\bfalls with\b/im.test(text) && named.length === 0;
		return [
			...gone.map(
				(file) => `${name} tests ${file}, which is gone: move its behavior to test/engine, delete it`,
			),
			...(isOfOthers ? [`${name} imports none of the files that it falls with`] : []),
			...(isOtherwise
				? [`${name} does not say in its first line, and in that form, what it falls with`]
				: []),
		];
	}

	it('a suite of a mechanism goes with the file that its first line names', () => {
		expect(suites.flatMap(problemsOf)).toEqual([]);
	});

	it('there are suites of mechanisms, and suites of functions that stay', () => {
		const [mechanisms, functions] = [true, false].map((isOne) =>
			suites.filter((suite) => filesNamed(suite).length > 0 === isOne),
		);
		expect(mechanisms?.length).toBeGreaterThan(0);
		expect(functions?.length).toBeGreaterThan(0);
	});

	describe('the check finds', () => {
		const of = (text: string) => problemsOf({ name: 'a.test.ts', text });
		const there = 'nodes/RewardsEngagement/api/path.ts';
		const imports = "import { path } from '../../nodes/RewardsEngagement/api/path';";

		it('nothing in a suite of a function, and in one that imports what it names', () => {
			expect(of(imports)).toEqual([]);
			expect(of(`// Falls with ${there}.\n\n${imports}`)).toEqual([]);
		});

		it('a file that is gone, beside one that is there', () => {
			const gone = 'nodes/RewardsEngagement/api/gone.ts';
			expect(of(`// Falls with ${there} and ${gone}.\n\n${imports}`)).toEqual([
				expect.stringContaining(`tests ${gone}, which is gone`),
			]);
		});

		it('a file that the suite does not import', () => {
			expect(of(`// Falls with nodes/RewardsEngagement/api/http.ts.\n\n${imports}`)).toEqual([
				expect.stringContaining('imports none'),
			]);
		});

		it.each([
			`${imports}\n// Falls with ${there}.`,
			`// Falls with ${there}\n\n${imports}`,
			`// It falls with the path.\n\n${imports}`,
		])('another form %#', (text) => {
			expect(of(text)).toEqual([expect.stringContaining('does not say in its first line')]);
		});
	});
});
