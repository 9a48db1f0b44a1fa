import fs from 'node:fs';
import path from 'node:path';

import { drawChart, THEMES, type Chart, type Group } from './chart';
import { root } from './project';

/** A chart of some columns of a table in a document. */
interface DrawnTable {
	/** Below the project's folder. */
	document: string;
	/** What its pictures are named after. */
	name: string;
	title: string;
	unit: string;
	/** Headings of the columns whose numbers are drawn; the table is the first that has them all. */
	columns: readonly string[];
	/** What stands above the bars of a row, of its cells by heading; nothing leaves the row out. */
	label: (cells: Readonly<Record<string, string>>) => string | undefined;
	/** What stands behind the numbers of a row. */
	remark?: (cells: Readonly<Record<string, string>>) => string;
	reference?: Chart['reference'];
}

const RATIO_GOAL = /^at (?:most|least) [\d.]+$/;
const bySetting = ({ '': setting = '' }: Readonly<Record<string, string>>) => setting;

export const drawnTables: readonly DrawnTable[] = [
	{
		document: 'test/bench/README.md',
		name: 'bench',
		title: 'Ratio of ours to theirs',
		unit: 'times theirs',
		columns: ['Ratio'],
		// Elsewhere a ratio alone would mislead, because who gives up is quick: such rows have a goal of another kind.
		label: ({ '': part, What, Against, Goal = '' }) =>
			RATIO_GOAL.test(Goal) ? `${part}) ${What}: ${Against}` : undefined,
		remark: ({ Goal }) => `, goal: ${Goal}`,
		reference: { value: 1, label: '1: the same' },
	},
	{
		document: 'docs/scaling.md',
		name: 'scaling-rates',
		title: 'Deliveries a second',
		unit: 'a second',
		columns: ['answered a second', 'worked off a second'],
		label: bySetting,
	},
	{
		document: 'docs/scaling.md',
		name: 'scaling-times',
		title: 'Processor time of one delivery in all processes together, in milliseconds',
		unit: 'milliseconds',
		columns: ['all, ms each'],
		label: bySetting,
	},
	{
		document: 'docs/trigger.md',
		name: 'reliability',
		title: 'Events lost and doubled while n8n is killed or restarted',
		unit: 'events',
		columns: ['Lost', 'Doubled'],
		label: ({ 'n8n, killed twice or restarted': setting, Events }) => `${setting} (${Events} events)`,
	},
];

/** A picture with where it lies, below the project's folder. */
export interface Picture {
	file: string;
	svg: string;
}

/** The charts of a document, light and dark, drawn from the tables in its text. */
export function picturesOf(document: string, text: string): Picture[] {
	return drawnTables
		.filter((drawn) => drawn.document === document)
		.flatMap((drawn) => {
			const chart = chartOf(drawn, text);
			return THEMES.map((theme) => ({
				file: `docs/images/chart-${drawn.name}-${theme}.svg`,
				svg: drawChart(chart, theme),
			}));
		});
}

/** Draws the charts of a document anew, from what it says now. Returns the files. */
export function drawTables(document: string): string[] {
	const pictures = picturesOf(document, fs.readFileSync(path.join(root, document), 'utf8'));
	for (const { file, svg } of pictures) fs.writeFileSync(path.join(root, file), svg);
	return pictures.map(({ file }) => file);
}

function chartOf(drawn: DrawnTable, text: string): Chart {
	const { title, unit, columns, label, remark, reference, document } = drawn;
	const table = tablesOf(text).find(({ heading }) => columns.every((column) => heading.includes(column)));
	if (!table) throw new Error(`${document} has no table with ${columns.join(', ')}.`);
	const groups = table.rows.flatMap((row): Group[] => {
		const cells = Object.fromEntries(table.heading.map((name, index) => [name, row[index] ?? '']));
		const words = label(cells);
		if (words === undefined) return [];
		const bars = columns.map((column) => ({
			value: numberOf(cells[column] ?? ''),
			text: `${cells[column]}${remark?.(cells) ?? ''}`,
		}));
		return [{ label: plain(words), bars }];
	});
	return { title, unit, series: columns, groups, reference };
}

function tablesOf(text: string): Array<{ heading: string[]; rows: string[][] }> {
	const blocks = text.match(/(?:^\|.*\|$\n?)+/gm) ?? [];
	return blocks.map((block) => {
		const [heading = [], , ...rows] = block.trim().split('\n').map(cellsOf);
		return { heading, rows };
	});
}

function cellsOf(line: string): string[] {
	return line
		.slice(1, -1)
		.split('|')
		.map((cell) => cell.trim());
}

/** `1,020` is a thousand and twenty. */
function numberOf(cell: string): number {
	return cell === '' ? Number.NaN : Number(cell.replace(/,/g, ''));
}

/** Without the marks of Markdown. */
function plain(text: string): string {
	return text.replace(/[*`]/g, '');
}
