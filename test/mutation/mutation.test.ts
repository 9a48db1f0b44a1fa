import fs from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/lib/project';
import { areas } from './areas';
import { isExplained, mutantsOf, scoresOf, type Explained, type Report } from './mutants';

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
