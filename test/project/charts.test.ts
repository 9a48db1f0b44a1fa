import fs from 'node:fs';
import path from 'node:path';

import { drawnTables, picturesOf } from '../../scripts/lib/drawnTables';
import { root } from '../../scripts/lib/project';

const SMALL = 20_000;

const documents = [...new Set(drawnTables.map(({ document }) => document))];
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

/** The charts that a document shows, below the project's folder. */
const shownIn = (document: string) =>
	[...read(document).matchAll(/(?:src|srcset)="([^"]*\/chart-[^"]+)"/g)].map(([, target]) =>
		path.posix.join(path.posix.dirname(document), target!),
	);

describe.each(documents)('%s', (document) => {
	const pictures = picturesOf(document, read(document));

	it('shows all of its charts, light and dark, and no other', () => {
		expect(shownIn(document).sort()).toEqual(pictures.map(({ file }) => file).sort());
	});

	// Make them anew with: npm run bench -- --draw, or npm run test:reliability -- --draw
	it.each(pictures)('$file says what the table says', ({ file, svg }) => {
		expect(read(file)).toBe(svg);
		expect(Buffer.byteLength(svg)).toBeLessThan(SMALL);
	});
});

it('no chart lies there that no document has', () => {
	const lying = fs.readdirSync(path.join(root, 'docs', 'images')).filter((file) => file.startsWith('chart-'));
	const made = documents.flatMap((document) => picturesOf(document, read(document)));
	expect(lying.sort()).toEqual(made.map(({ file }) => path.basename(file)).sort());
});

it('a chart follows the numbers of its table, row by row', () => {
	const text = [
		'| Another | table |',
		'|---|---|',
		'',
		'|  | answered a second | worked off a second | all, ms each |',
		'| --- | --: | --: | --: |',
		'| One with `A` | 1,020 | 5 | 7.50 |',
		'| *Two* | 510 | 0 | 2 |',
	].join('\n');
	const [rates, , times] = picturesOf('docs/scaling.md', text).map(({ svg }) => svg);
	expect(rates).toContain(
		'One with A: answered a second 1,020, worked off a second 5. Two: answered a second 510, worked off a second 0.',
	);
	expect(times).toContain('One with A: 7.50 milliseconds. Two: 2 milliseconds.');
});

it('a document without the table is told', () => {
	expect(() => picturesOf('docs/scaling.md', 'Nothing.')).toThrow(
		'docs/scaling.md has no table with answered a second',
	);
});
