import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';
import { median, pairedRatio, short } from '../harness/numbers';
import { compilePrograms } from './hostProgram';
import { compare } from './report';
import { leastTime } from './underLimit';

it('the middle of an odd and of an even count of numbers', () => {
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

it('the programs that run under the Node.js of n8n find all of their own files', () => {
	const folder = temporaryFolder('programs');
	try {
		const programs = path.dirname(path.dirname(compilePrograms(folder.path)));
		const files = fs.readdirSync(programs, { recursive: true, encoding: 'utf8' });
		const own = files.filter((file) => file.endsWith('.js')).map((file) => path.join(programs, file));
		expect(own.length).toBeGreaterThan(6);
		for (const file of own) {
			for (const [, name] of fs.readFileSync(file, 'utf8').matchAll(/require\("(\.[^"]+)"\)/g)) {
				expect(() => createRequire(file).resolve(name!)).not.toThrow();
			}
		}
	} finally {
		folder.remove();
	}
});
