import { table } from '../../scripts/lib/table';
import { median, pairedRatio, short } from '../harness/numbers';

/** One line of the table. */
export interface Row {
	/** The letter of the part it belongs to. */
	part: string;
	what: string;
	/** What it is compared with. */
	against: string;
	ours: string;
	theirs: string;
	ratio: string;
	/** Empty where there is only something to know. */
	goal: string;
	met?: boolean;
}

/** What a part of the benchmark found. */
export interface Findings {
	rows: Row[];
	/** What a reader of the rows should know; one sentence each. */
	notes: string[];
	/** A table of its own, for a document of its own. */
	page?: Page;
}

/** What a part writes into a document for users. */
export interface Page {
	/** Below the project's folder. */
	file: string;
	/** The heading first. */
	table: string[][];
}

export interface Comparison {
	part: string;
	what: string;
	against: string;
	/** One number per repetition; the two lists pair up. */
	ours: readonly number[];
	theirs: readonly number[];
	/** Behind the numbers, with its space: ` ms`. */
	unit: string;
	/** The largest, or the smallest, ratio of ours to theirs that will do. */
	atMost?: number;
	atLeast?: number;
}

/** A line whose ratio is ours to theirs, by the median over the repetitions. */
export function compare({ part, what, against, ours, theirs, unit, atMost, atLeast }: Comparison): Row {
	const ratio = pairedRatio(ours, theirs);
	const row = {
		part,
		what,
		against,
		ours: `${short(median(ours))}${unit}`,
		theirs: `${short(median(theirs))}${unit}`,
		ratio: short(ratio),
	};
	if (atMost !== undefined) return { ...row, goal: `at most ${atMost}`, met: ratio <= atMost };
	if (atLeast !== undefined) return { ...row, goal: `at least ${atLeast}`, met: ratio >= atLeast };
	return { ...row, goal: '' };
}

const HEADING = ['', 'What', 'Against', 'Ours', 'Theirs', 'Ratio', 'Goal', 'Met'];

function cells({ part, what, against, ours, theirs, ratio, goal, met }: Row): string[] {
	return [part, what, against, ours, theirs, ratio, goal, met === undefined ? '' : met ? 'yes' : 'no'];
}

/** The table and the notes for a terminal. */
export function forTerminal({ rows, notes }: Findings): string[] {
	const lines = rows.map(cells).map(([part, what, ...rest]) => [`${part}  ${what}`, ...rest]);
	return [...table([HEADING.slice(1), ...lines]), '', ...notes.map((note) => `  ${note}`)];
}

/** The table of a page, for the page. */
export function pageAsMarkdown({ table: [heading = [], ...rows] }: Page): string[] {
	const line = (texts: string[]) => `| ${texts.join(' | ')} |`;
	const alignment = heading.map((_, index) => (index === 0 ? '---' : '--:'));
	return [heading, alignment, ...rows].map(line);
}

/** The table and the notes for the README. */
export function asMarkdown({ rows, notes }: Findings): string[] {
	const line = (texts: string[]) => `| ${texts.join(' | ')} |`;
	return [
		line(HEADING),
		line(['---', '---', '---', '--:', '--:', '--:', '---', '---']),
		...rows.map((row) => line(cells(row))),
		'',
		...notes.map((note) => `- ${note}`),
	];
}
