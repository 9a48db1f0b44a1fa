import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';
import { root } from '../../scripts/lib/project';
import { median, pairedRatio, short } from '../harness/numbers';
import type { SignatureTask } from './host/task';
import { compilePrograms } from './measure';
import { asMarkdown, compare, pageAsMarkdown, type MeasuredPart } from './report';
import { leastTime } from './transfers';

it('the median of an odd and of an even count of numbers', () => {
	expect(median([9, 1, 5])).toBe(5);
	expect(median([4, 1, 9, 2])).toBe(3);
	expect(() => median([])).toThrow('no median');
});

it('a disturbance that hits both of a pair does not move the ratio', () => {
	expect(pairedRatio([1, 10, 1], [2, 20, 2])).toBe(0.5);
});

it('three significant digits, never an exponent', () => {
	expect([0, 0.0123, 1.234, 99.9, 12_345].map(short)).toEqual(['0', '0.012', '1.23', '99.9', '12345']);
});

it.each([
	[1, 0],
	[300, 0],
	[301, 20_000],
	[600, 20_000],
	[1_000, 60_000],
])('%i requests under a limit of 300 in 20 s take at least %i ms', (count, milliseconds) => {
	expect(leastTime(count, 300, 20)).toBe(milliseconds);
});

it('a goal is met at its edge and missed beyond it', () => {
	const common = { part: 'a', what: '', against: '', unit: '', theirs: [100] };
	expect(compare({ ...common, ours: [120], atMost: 1.2 }).met).toBe(true);
	expect(compare({ ...common, ours: [121], atMost: 1.2 }).met).toBe(false);
	expect(compare({ ...common, ours: [95], atLeast: 0.95 }).met).toBe(true);
	expect(compare({ ...common, ours: [94], atLeast: 0.95 }).met).toBe(false);
	expect(compare({ ...common, ours: [1] }).met).toBeUndefined();
});

describe('the written results', () => {
	const measuredAt = (part: string, commit: string): MeasuredPart => ({
		part,
		rows: [compare({ part, what: `${part} at ${commit}`, against: '', unit: '', ours: [1], theirs: [2] })],
		notes: [`${part}) a note of ${commit}`],
		measurement: {
			machine: 'A machine',
			system: 'Linux',
			software: 'n8n',
			commit,
			date: '2026-11-23',
			repetitions: '1',
			load: '0.1',
		},
	});
	const write = (before: string[], ...parts: MeasuredPart[]) => asMarkdown(before.join('\n'), parts);
	const linesWith = (lines: string[], text: string) => lines.filter((line) => line.includes(text));

	it('a new measurement of a part replaces its rows, its notes and its conditions', () => {
		const before = write([], measuredAt('a', 'old'), measuredAt('b', 'old'), measuredAt('c', 'old'));
		const after = write(before, measuredAt('b', 'new'));
		expect(after).toEqual(write([], measuredAt('a', 'old'), measuredAt('b', 'new'), measuredAt('c', 'old')));
		expect(linesWith(after, 'old')).toHaveLength(6);
		expect(linesWith(after, 'new')).toHaveLength(3);
	});

	it('a new part is inserted in the order of the letters', () => {
		expect(write(write([], measuredAt('c', 'one')), measuredAt('a', 'one'))).toEqual(
			write([], measuredAt('a', 'one'), measuredAt('c', 'one')),
		);
	});

	it('a table is also read after someone aligned it', () => {
		const aligned = write([], measuredAt('a', 'old')).map((line) => line.replace(/^\| (\w) /, '| $1   '));
		expect(linesWith(write(aligned, measuredAt('a', 'new')), 'old')).toEqual([]);
	});

	it('a page states the conditions of its measurement', () => {
		const { measurement } = measuredAt('j', 'abc');
		const page = {
			file: 'docs/x.md',
			table: [
				['', 'a'],
				['One', '1'],
			],
		};
		expect(pageAsMarkdown(page, measurement).slice(3)).toEqual([
			'',
			'- Machine: A machine, Linux, load before the run 0.1',
			'- n8n',
			'- Commit abc, 2026-11-23, repetitions: 1',
		]);
	});
});

it('a program for the Node.js of n8n runs outside the project', () => {
	const folder = temporaryFolder('programs');
	try {
		const program = path.join(compilePrograms(folder.path), 'checkSignature.js');
		const input = JSON.stringify({ size: 16, batch: 1, pairs: 2 } satisfies SignatureTask);
		const env = { NODE_PATH: path.join(root, 'node_modules') };
		const result = execFileSync(process.execPath, [program], { input, env, encoding: 'utf8' });
		const times = [expect.any(Number), expect.any(Number)];
		expect(JSON.parse(result)).toEqual({ ours: times, theirs: times });
	} finally {
		folder.remove();
	}
});
