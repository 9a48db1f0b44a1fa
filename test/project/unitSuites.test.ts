import fs from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/lib/project';

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
		...(isOtherwise ? [`${name} does not say in its first line, and in that form, what it falls with`] : []),
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
