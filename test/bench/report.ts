import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { root } from '../../scripts/lib/project';
import { table } from '../../scripts/lib/table';
import type { N8nHost } from '../harness/n8n/install';
import { median, pairedRatio, short } from '../harness/numbers';

/** The conditions of a measurement, a few words each. */
export interface Measurement {
	machine: string;
	system: string;
	software: string;
	/** The commit of this package. */
	commit: string;
	/** `2026-11-23`. */
	date: string;
	repetitions: string;
	/** The load of the machine before the start. */
	load: string;
}

/** The present conditions of a measurement. */
export function describeMeasurement(host: N8nHost, repeat: number): Measurement {
	const cores = os.cpus();
	const [load = 0] = os.loadavg();
	const gibibytes = (os.totalmem() / 2 ** 30).toFixed(0);
	return {
		machine: `${cores[0]?.model.trim() ?? 'unknown'}, ${cores.length} cores, ${gibibytes} GiB`,
		system: `${os.type()} ${os.release()}, ${os.arch()}`,
		software: `n8n ${versionOf(host, 'n8n')} on Node.js ${versionOf(host, 'node')}, sender on ${process.versions.node}`,
		commit: commit(),
		date: new Date().toISOString().slice(0, 10),
		repetitions: `${repeat}`,
		load: load.toFixed(1),
	};
}

function versionOf({ directory }: N8nHost, name: string): string {
	const file = path.join(directory, 'node_modules', name, 'package.json');
	return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Only shipped files are measured, so changes of other files do not count. */
function commit(): string {
	const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
	try {
		const isChanged = git('status', '--porcelain', '--', 'nodes', 'credentials', 'package.json') !== '';
		return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`;
	} catch {
		return 'unknown';
	}
}

/** A row of the table. */
export interface Row {
	/** The letter of its part. */
	part: string;
	what: string;
	/** The compared alternative. */
	against: string;
	ours: string;
	theirs: string;
	ratio: string;
	/** Empty for a row that is only information. */
	goal: string;
	met?: boolean;
}

/** The results of a part of the benchmark. */
export interface Findings {
	rows: Row[];
	/** Notes that a reader of the rows needs, one sentence each. */
	notes: string[];
	/** A separate table for a separate document. */
	page?: Page;
}

/** A table that a part writes into a document for users. */
export interface Page {
	/** The path in the project. */
	file: string;
	/** The heading first. */
	table: string[][];
}

export interface Comparison {
	part: string;
	what: string;
	against: string;
	/** One number per repetition. Entries with the same index belong together. */
	ours: readonly number[];
	theirs: readonly number[];
	/** The unit of the numbers, with a space before it: ` ms`. */
	unit: string;
	/** The largest, or the smallest, accepted ratio of ours to theirs. */
	atMost?: number;
	atLeast?: number;
}

/** A row with the ratio of ours to theirs, by the median over the repetitions. */
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

/** The table of a page as Markdown, with the conditions of its measurement. */
export function pageAsMarkdown({ table: [heading = [], ...rows] }: Page, measurement: Measurement): string[] {
	const { machine, system, software, load, commit, repetitions, date } = measurement;
	const alignment = heading.map((_, index) => (index === 0 ? '---' : '--:'));
	return [
		...[heading, alignment, ...rows].map(lineOf),
		'',
		`- Machine: ${machine}, ${system}, load before the run ${load}`,
		`- ${software}`,
		`- Commit ${commit}, ${date}, repetitions: ${repetitions}`,
	];
}

/** The results of a part, with the conditions of its measurement. */
export interface MeasuredPart extends Findings {
	part: string;
	measurement: Measurement;
}

const MEASURED_HEADING = ['', 'Commit', 'Date', 'Repetitions', 'Load before', 'Machine', 'Software'];

/**
 * The tables and the notes for the README: new ones for these parts, and the present text for all others.
 *
 * @param before the text that this wrote before, or an empty text
 */
export function asMarkdown(before: string, parts: readonly MeasuredPart[]): string[] {
	const anew = new Set(parts.map(({ part }) => part));
	const kept = before.split('\n').filter((line) => !anew.has(partOf(line) ?? ''));
	const merged = (kind: (line: string) => boolean, lines: string[]) =>
		[...kept.filter((line) => partOf(line) !== undefined && kind(line)), ...lines].sort((one, other) =>
			(partOf(one) ?? '').localeCompare(partOf(other) ?? ''),
		);
	const hasCells = (heading: string[]) => (line: string) =>
		line.startsWith('|') && line.split('|').length === lineOf(heading).split('|').length;
	const rows = parts.flatMap((one) => one.rows.map((row) => lineOf(cells(row))));
	const measured = parts.map(({ part, measurement: { commit, date, repetitions, load, ...on } }) =>
		lineOf([part, commit, date, repetitions, load, `${on.machine}, ${on.system}`, on.software]),
	);
	return [
		lineOf(HEADING),
		lineOf(['---', '---', '---', '--:', '--:', '--:', '---', '---']),
		...merged(hasCells(HEADING), rows),
		'',
		...merged(
			(line) => line.startsWith('- '),
			parts.flatMap(({ notes }) => notes.map((note) => `- ${note}`)),
		),
		'',
		lineOf(MEASURED_HEADING),
		lineOf(['---', '---', '---', '--:', '--:', '---', '---']),
		...merged(hasCells(MEASURED_HEADING), measured),
	];
}

function lineOf(texts: readonly string[]): string {
	return `| ${texts.join(' | ')} |`;
}

/** The letter of the part that a line of the README, in a table or a note, belongs to. */
function partOf(line: string): string | undefined {
	return /^(?:\| *([a-z]) *\||- ([a-z])\) )/.exec(line)?.slice(1).find(Boolean);
}
