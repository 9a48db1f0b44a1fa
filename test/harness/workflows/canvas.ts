import type { WorkflowInput, WorkflowNode } from '../n8n/client';
import { isNote } from './examples';

/** A width and a height, in pixels. */
export interface Size {
	width: number;
	height: number;
}

interface Box extends Size {
	left: number;
	top: number;
}

/**
 * The canvas of n8n in a window of 1440 by 900 pixels. `test/e2e/exampleCanvases.daily.test.ts` compares it with n8n.
 */
export const CANVAS: Readonly<Size> = { width: 1398, height: 798 };

/** The font size of a note on a canvas without zoom. */
export const NOTE_FONT_PX = 14;

/** n8n leaves a sixth of the canvas free around the nodes, and never enlarges nodes. */
const FREE = 1.2;

/** Between the edge of a note and its text. */
const MARGIN = { x: 13, y: 9 };
/** Before the text of a list item. */
const INDENT = 20;
const BETWEEN_BLOCKS = 8;
const BETWEEN_LIST_ITEMS = 3.5;

/** The width of characters at 14 pixels, by their shape. Others are as wide as an "n". */
const SIGNS: ReadonlyArray<readonly [RegExp, number]> = [
	[/[ !',.:;Iijl]/, 3.8],
	[/[-()/[\]frt|"*]/, 5.8],
	[/[MmWw@%NOQ]/, 11.5],
	[/[A-Z#$&+<=>~0-9]/, 9.2],
];
const OTHER_SIGN = 8.2;

/** The height of a sticky note's text in n8n, including margins. It is an estimate that may be off by one line. */
export function heightOfText(markdown: string, width: number): number {
	const lines = markdown.split('\n').filter((line) => line.trim() !== '');
	const inner = width - 2 * MARGIN.x;
	const isListed = (line = '') => /^(\d+\.|-) /.test(line);
	const heights = lines.map((line, index) => {
		const next = lines[index + 1];
		const listed = isListed(line);
		const gap = next === undefined ? 0 : listed && isListed(next) ? BETWEEN_LIST_ITEMS : BETWEEN_BLOCKS;
		if (line.startsWith('#')) return rowsOf(shownOf(line), inner, 24 / 14) * 32.4 + gap;
		return rowsOf(shownOf(line), listed ? inner - INDENT : inner) * (listed ? 18.2 : 18.9) + gap;
	});
	return heights.reduce((sum, height) => sum + height, 2 * MARGIN.y);
}

/** A line without its Markdown marks. */
function shownOf(line: string): string {
	return line.replace(/^(#+|\d+\.|-) |\*|`/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** The number of rows that a text takes in n8n. */
function rowsOf(text: string, width: number, scale = 1): number {
	const space = widthOf(' ') * scale;
	let [rows, filled] = [1, 0];
	for (const word of text.split(/\s+/)) {
		const needed = widthOf(word) * scale;
		if (filled > 0 && filled + space + needed > width) [rows, filled] = [rows + 1, needed];
		else filled += (filled > 0 ? space : 0) + needed;
	}
	return rows;
}

function widthOf(text: string): number {
	return [...text].reduce(
		(sum, sign) => sum + (SIGNS.find(([kind]) => kind.test(sign))?.[1] ?? OTHER_SIGN),
		0,
	);
}

/** The zoom of the canvas when n8n opens a workflow and shows all nodes, at most 1. */
export function zoomToFit({ nodes }: WorkflowInput, canvas: Size = CANVAS): number {
	const boxes = nodes.map(boxOf);
	const across = Math.max(...boxes.map(({ left, width }) => left + width));
	const down = Math.max(...boxes.map(({ top, height }) => top + height));
	const width = across - Math.min(...boxes.map(({ left }) => left));
	const height = down - Math.min(...boxes.map(({ top }) => top));
	return Math.min(1, canvas.width / (width * FREE), canvas.height / (height * FREE));
}

function boxOf(node: WorkflowNode): Box {
	const [left, top] = node.position;
	return { left, top, ...sizeOf(node) };
}

/** The size of a node in n8n, without its name. Nodes below an agent are smaller. */
function sizeOf(node: WorkflowNode): Size {
	const { width, height } = node.parameters;
	if (isNote(node)) return { width: Number(width), height: Number(height) };
	if (node.type.endsWith('.agent')) return { width: 224, height: 96 };
	if (node.type.endsWith('HitlTool')) return { width: 240, height: 80 };
	const hangs = /Tool$|\.lmChat/.test(node.type);
	return hangs ? { width: 80, height: 80 } : { width: 96, height: 96 };
}
