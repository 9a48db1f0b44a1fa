import fs from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/lib/project';
import { areas } from './areas';
import { isExplained, mutantsOf, scoresOf, withScores, type Explained, type Report } from './mutants';
import { planted } from './planted';

const explained = JSON.parse(
	fs.readFileSync(path.join(root, 'test/mutation/explained.json'), 'utf8'),
) as Explained[];

it.each(Object.entries(areas))('the area %s names files and tests that are there', (_name, area) => {
	const named = [
		...area.files.map((file) => `nodes/RewardsEngagement/${file}`),
		...area.unit.map((name) => `test/unit/${name}.test.ts`),
		...area.engine.map((name) => `test/engine/${name}.test.ts`),
	];
	expect(named.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
	expect(area.unit.length + area.engine.length).toBeGreaterThan(0);
});

it('every explained change is one of a line that is there, with a reason', () => {
	const lost = explained.filter(
		({ file, line, reason }) =>
			reason.length < 10 ||
			!fs
				.readFileSync(path.join(root, 'nodes/RewardsEngagement', file), 'utf8')
				.split('\n')
				.some((one) => one.trim() === line),
	);
	expect(lost).toEqual([]);
});

it('each file of an area has one row in the table, or is named above it as not measured', () => {
	const page = fs.readFileSync(path.join(root, 'test/mutation/README.md'), 'utf8');
	const [above = '', table = ''] = page.split('| File |');
	const filesIn = (text: string, start: string) =>
		[...text.matchAll(new RegExp(`${start}\`([\\w/]+\\.ts)\``, 'gm'))].map(([, file]) => file!);
	const named = [...filesIn(above, ''), ...filesIn(table, '^\\| ')];
	expect(named.sort()).toEqual(
		Object.values(areas)
			.flatMap(({ files }) => files)
			.sort(),
	);
});

it.each(planted)('$file: $effect, is planted at one place, and breaks a promise of a page', (defect) => {
	const { file, from, to, noticedBy } = defect;
	const [page, words] = defect.promise;
	const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');
	const code = read(`nodes/RewardsEngagement/${file}`);
	expect(code.split(from)).toHaveLength(2);
	expect(to).not.toBe(from);
	expect(read(page).replace(/\s+/g, ' ')).toContain(words);
	expect(noticedBy).not.toContain('.daily.');
	expect(fs.existsSync(path.join(root, noticedBy))).toBe(true);
});

it('at least thirty defects are planted', () => expect(planted.length).toBeGreaterThanOrEqual(30));

describe('the score of a file', () => {
	const mutant = (status: string, line = 1) => ({
		mutatorName: 'ConditionalExpression',
		replacement: 'true',
		status: status as 'Killed',
		location: { start: { line, column: 1 }, end: { line, column: 5 } },
	});
	const report: Report = {
		files: {
			'nodes/RewardsEngagement/api/x.ts': {
				source: '\tif (a) b();\n\tif (c) d();\n',
				mutants: [mutant('Killed'), mutant('Timeout'), mutant('NoCoverage', 2), mutant('CompileError')],
			},
		},
	};

	it('counts what was noticed of what could be tried', () => {
		expect(scoresOf(mutantsOf(report), [])).toMatchObject([
			{ tried: 3, noticed: 2, explained: 0, score: 2 / 3 },
		]);
	});

	it('counts a change that is explained by its line', () => {
		const reason: Explained = {
			file: 'api/x.ts',
			line: 'if (c) d();',
			mutatorName: 'ConditionalExpression',
			replacement: 'true',
			reason: 'c always holds here',
		};
		const [unnoticed] = mutantsOf(report).filter(({ status }) => status === 'NoCoverage');
		expect(isExplained(unnoticed!, [reason])).toBe(true);
		expect(isExplained(unnoticed!, [{ ...reason, line: 'if (a) b();' }])).toBe(false);
		expect(scoresOf(mutantsOf(report), [reason])).toMatchObject([{ explained: 1, score: 1 }]);
	});
});

describe('the table of scores', () => {
	const score = (file: string, noticed: number) => ({
		file,
		tried: 4,
		noticed,
		explained: 0,
		score: noticed / 4,
	});
	const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('| `'));

	it('gets a row for each file that was measured, and keeps those of others', () => {
		const first = withScores('# Scores\n\nWords.\n', [score('b.ts', 3), score('a.ts', 4)], 'unit');
		expect(first.startsWith('# Scores\n\nWords.\n\n| File |')).toBe(true);
		expect(rowsOf(first)).toEqual([
			'| `a.ts` | 4 | 4 | 0 | 100.0 % | unit |',
			'| `b.ts` | 4 | 3 | 0 | 75.0 % | unit |',
		]);
		const second = withScores(first, [score('b.ts', 4)], 'unit, engine');
		expect(rowsOf(second)).toEqual([rowsOf(first)[0], '| `b.ts` | 4 | 4 | 0 | 100.0 % | unit, engine |']);
		expect(withScores(second, [], 'unit')).toBe(second);
	});
});
