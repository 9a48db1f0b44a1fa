import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { areas, type Area } from '../test/mutation/areas';
import {
	isExplained,
	isUnnoticed,
	mutantsOf,
	nameOf,
	scoresOf,
	withScores,
	type Explained,
	type Mutant,
	type Report,
	type Score,
} from '../test/mutation/mutants';
import { plantAll } from '../test/mutation/plantAll';
import { command, UsageError } from './lib/command';
import { say } from './lib/progress';
import { program, root } from './lib/project';
import { table } from './lib/table';

const HELP = `npm run mutation [-- --only <area>[,<area>]]

Checks whether the tests notice defects. Stryker makes every change that it knows in the code that protects money and
events, one at a time. The unit tests run first, then the tests in n8n's engine for changes that no unit test noticed.
Prints the score of each file, and every unnoticed change that test/mutation/explained.json does not explain. Takes an
hour or two.

Areas: ${Object.keys(areas).join(', ')}.

Options
  --planted           Plants the defects of test/mutation/planted.md instead. Takes ten minutes.
  --only a,b          Runs only these areas.
  --unit              Runs only the unit tests. This takes minutes and gives lower scores.
  --at-least <n>      Fails when the score of a file is below n percent. The default is 95.
  --write             Writes the scores into test/mutation/README.md.
  --report <folder>   Saves Stryker's own reports and logs in this folder.
`;

const NODES = 'nodes/RewardsEngagement';
const SCORES = path.join(root, 'test', 'mutation', 'README.md');
const EXPLAINED = path.join(root, 'test', 'mutation', 'explained.json');

/** `npm run mutation`. */
export const main = command({
	name: 'mutation',
	help: HELP,
	options: {
		planted: { type: 'boolean' },
		only: { type: 'string' },
		unit: { type: 'boolean' },
		'at-least': { type: 'string', default: '95' },
		report: { type: 'string' },
		write: { type: 'boolean' },
	},
	run: async ({ values, folder: own }) => {
		if (values.planted) return (await plantAll(own)).length === 0 ? 0 : 1;
		const names = values.only?.split(',') ?? Object.keys(areas);
		const least = Number(values['at-least']) / 100;
		const folder = values.report ?? own;
		fs.mkdirSync(folder, { recursive: true });
		const failed: string[] = [];
		const mutants = names.flatMap((name) => {
			try {
				return mutantsIn(name, folder, values.unit === true);
			} catch (error) {
				if (error instanceof UsageError) throw error;
				say(`\n${String(error)}`);
				failed.push(name);
				return [];
			}
		});
		const scores = summarize(mutants);
		if (values.write) {
			const own = scores.map((score) => ({ ...score, file: shortened(score.file) }));
			const text = fs.readFileSync(SCORES, 'utf8');
			fs.writeFileSync(SCORES, withScores(text, own, values.unit ? 'unit' : 'unit, engine'));
		}
		const below = scores.filter(({ score }) => score < least);
		if (below.length > 0)
			say(`\nBelow ${least * 100} %: ${below.map(({ file }) => shortened(file)).join(', ')}`);
		if (failed.length > 0)
			say(`\nNot measured, because the tests fail even without a change: ${failed.join(', ')}`);
		return below.length + failed.length === 0 ? 0 : 1;
	},
});

/** The mutants of an area, with the result of its unit tests and then of its engine tests. */
function mutantsIn(name: string, folder: string, isUnitOnly: boolean): Mutant[] {
	const area = areas[name];
	if (!area) throw new UsageError(`There is no area "${name}". For a list run: npm run mutation -- --help`);
	const [unit, tests] = [testsOf('unit', area.unit), testsOf('engine', area.engine)];
	if (unit.length === 0) return isUnitOnly ? [] : run(`${name}-engine`, folder, filesOf(area), tests);
	const all = run(`${name}-unit`, folder, filesOf(area), unit, area);
	const left = all.filter(isUnnoticed);
	say(`${name}: the unit tests did not notice ${left.length} of ${all.length} changes`);
	if (isUnitOnly || left.length === 0 || tests.length === 0) return all;
	const again = run(`${name}-engine`, folder, linesOf(left), tests);
	const noticed = new Set(again.filter((mutant) => !isUnnoticed(mutant)).map(nameOf));
	return all.map((mutant) =>
		isUnnoticed(mutant) && noticed.has(nameOf(mutant)) ? { ...mutant, status: 'Killed' } : mutant,
	);
}

function filesOf({ files }: Area): string[] {
	return files.map((file) => path.posix.join(NODES, file));
}

/** Patterns of Jest for these tests. */
function testsOf(kind: 'unit' | 'engine', names: readonly string[]): string[] {
	return names.map((name) => `<rootDir>/test/${kind}/${name}.test.ts`);
}

/** The line ranges of some mutants, in the format of Stryker. */
function linesOf(mutants: readonly Mutant[]): string[] {
	return [
		...new Set(mutants.map(({ file, location: { start, end } }) => `${file}:${start.line}-${end.line}`)),
	];
}

/**
 * Runs Stryker.
 *
 * @throws Error with the end of its log when it wrote no report
 */
function run(
	name: string,
	folder: string,
	mutate: string[],
	tests: string[],
	{ without = [] }: Partial<Area> = {},
): Mutant[] {
	const file = (end: string) => path.join(folder, `${name}${end}`);
	const isQuick = name.endsWith('-unit');
	fs.writeFileSync(
		file('.jest.js'),
		// Stryker finds a test environment only by its absolute path.
		`const own = require(${JSON.stringify(path.join(root, 'config/jest.config.cjs'))});
module.exports = {
	...own,
	rootDir: process.cwd(),
	testEnvironment: own.testEnvironment.replace('<rootDir>', process.cwd()),
	testMatch: ${JSON.stringify(tests)},
};
`,
	);
	fs.writeFileSync(
		file('.json'),
		JSON.stringify({
			testRunner: isQuick ? 'quick' : 'jest',
			plugins: isQuick
				? [path.join(root, 'test/mutation/strykerPlugin.cjs')]
				: ['@stryker-mutator/jest-runner'],
			...(isQuick && {
				quick: { tests: tests.map((test) => test.replace('<rootDir>/', '')), without },
			}),
			warnings: { unknownOptions: false },
			coverageAnalysis: 'perTest',
			mutate,
			jest: { configFile: file('.jest.js'), enableFindRelatedTests: false },
			reporters: ['json'],
			jsonReporter: { fileName: file('.report.json') },
			tempDirName: file('.tmp'),
			ignorePatterns: ['/dist', '/docs', '/workflows', '/test/e2e', '/test/bench'],
			concurrency: isQuick ? 1 : Math.max(1, os.cpus().length),
			timeoutMS: isQuick ? 6_000 : 10_000,
			allowConsoleColors: false,
		}),
	);
	const log = fs.openSync(file('.log'), 'w');
	spawnSync(process.execPath, [program('@stryker-mutator/core', 'bin/stryker.js'), 'run', file('.json')], {
		cwd: root,
		stdio: ['ignore', log, log],
	});
	fs.closeSync(log);
	if (!fs.existsSync(file('.report.json'))) {
		throw new Error(
			`Stryker wrote no report for ${name}:\n${fs.readFileSync(file('.log'), 'utf8').slice(-4000)}`,
		);
	}
	return mutantsOf(JSON.parse(fs.readFileSync(file('.report.json'), 'utf8')) as Report);
}

function summarize(mutants: readonly Mutant[]): Score[] {
	const explained = JSON.parse(fs.readFileSync(EXPLAINED, 'utf8')) as Explained[];
	for (const mutant of mutants.filter((one) => isUnnoticed(one) && !isExplained(one, explained))) {
		const { file, location, line, mutatorName, replacement = '' } = mutant;
		say(
			`\n${file}:${location.start.line} ${mutatorName}\n  ${line}\n  was changed to: ${replacement.slice(0, 200)}`,
		);
	}
	const scores = scoresOf(mutants, explained);
	const rows = scores.map(({ file, tried, noticed, explained: reasons, score }) => [
		shortened(file),
		String(tried),
		String(noticed),
		String(reasons),
		`${(score * 100).toFixed(1)} %`,
	]);
	say(`\n${table([['File', 'changes', 'noticed', 'explained', 'score'], ...rows]).join('\n')}`);
	return scores;
}

function shortened(file: string): string {
	return file.replace(`${NODES}/`, '');
}
